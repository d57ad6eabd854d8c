//! Tests of the choice of a language and of translated texts.

use super::*;

/// Runs a test in a language, and sets English again.
fn in_spanish(test: impl FnOnce()) {
    change(Language::Spanish);
    assert_eq!(current(), Language::English);
    start(Language::Spanish);
    test();
    change(Language::English);
}

#[test]
fn arguments_are_filled_in_by_name() {
    let name = "a";
    assert_eq!(tr!("{name} and {other}", name, other = 2), "a and 2");
    assert_eq!(tr!("{n} x" | "{n} xs", n = 1), "1 x");
    assert_eq!(tr!("{n} x" | "{n} xs", n = 0), "0 xs");
    assert_eq!(fill("{{{a}}} {b", &[("a", &1)]), "{1} ");
}

#[test]
fn the_catalog_of_the_language_is_used() {
    assert_eq!(tr!("No moves yet."), "No moves yet.");
    in_spanish(|| {
        assert_eq!(tr!("No moves yet."), "Aún no hay jugadas.");
        assert_eq!(
            tr!("Undid {n} move." | "Undid {n} moves.", n = 2),
            "2 jugadas deshechas."
        );
        assert_eq!(tr!("not in the catalog"), "not in the catalog");
        assert_eq!(command_word("Deshacer"), Some("undo"));
        assert_eq!(decimal(format_args!("{:.1}", 2.5)), "2,5");
    });
    assert_eq!(decimal(2.5), "2.5");
    assert_eq!(command_word("deshacer"), None);
}

#[test]
fn a_typed_line_is_shown_in_the_words_of_the_language() {
    let lines = [
        ("help all", "ayuda todo"),
        ("help theme", "ayuda tema"),
        ("learn off", "aprender fin"),
        (":new", ":nueva"),
        ("E NAME", "E NOMBRE"),
        ("puzzles make player=NAME", "problemas crear player=NOMBRE"),
        ("player white 5", "jugador blancas 5"),
        ("make a move", "hacer una jugada"),
        ("next", "siguiente"),
        ("side", "bando"),
        ("random", "aleatorio"),
        // The same in every language.
        ("A B 5", "A B 5"),
        ("N", "N"),
        ("d3", "d3"),
        ("config level 5", "preferencias level 5"),
        ("note next off", "nota next off"),
        ("reversi --resume", "reversi --resume"),
        ("siguiente", "siguiente"),
    ];
    for (english, _) in lines {
        assert_eq!(typed(english), english);
    }
    in_spanish(|| {
        for (english, here) in lines {
            assert_eq!(typed(english), here);
        }
        assert_eq!(argument_name("NAME"), "NOMBRE");
        // The first player of a match, not an article.
        assert_eq!(argument_name("A"), "A");
        assert_eq!(
            with_typed("`help all`, next, `x`"),
            "`ayuda todo`, next, `x`"
        );
    });
}

#[test]
fn a_thread_passes_its_language_on_with_its_work() {
    in_spanish(|| {
        let language = ThreadLanguage::of_this();
        let text = || tr!("No moves yet.");
        let texts = move || [text(), language.run(text), text()];
        let texts = std::thread::spawn(texts).join().unwrap();
        assert_eq!(
            texts,
            ["No moves yet.", "Aún no hay jugadas.", "No moves yet."]
        );
    });
}

#[test]
fn colors_have_words_in_every_language_and_letters_in_their_own() {
    for (word, color) in [
        ("Pretas", Some("black")),
        ("BLANCAS", Some("white")),
        ("n", None),
    ] {
        assert_eq!(color_word(word), color, "{word}");
    }
    in_spanish(|| {
        assert_eq!(color_word("N"), Some("black"));
        for other in ["B", "W", "P", "azul"] {
            assert_eq!(color_word(other), None, "{other}");
        }
    });
}

#[test]
fn the_environment_chooses_a_language_as_in_gettext() {
    for (variables, expected) in [
        (&[][..], Language::English),
        (&[("LANG", "pt_BR.UTF-8")], Language::PtBr),
        (&[("LANG", "pt_AO.UTF-8")], Language::PtPt),
        (&[("LANG", "es_MX")], Language::Spanish),
        (&[("LANG", "fr_FR.UTF-8")], Language::English),
        (&[("LANG", "es_ES"), ("LC_ALL", "C")], Language::English),
        (
            &[("LANG", "es_ES"), ("LC_ALL", "C.UTF-8"), ("LANGUAGE", "pt")],
            Language::English,
        ),
        (
            &[("LANG", "en_US.UTF-8"), ("LANGUAGE", "fr:pt_BR:es")],
            Language::PtBr,
        ),
        (&[("LANGUAGE", "es")], Language::English),
        (
            &[("LANG", "es_ES"), ("LC_MESSAGES", "pt_PT")],
            Language::PtPt,
        ),
        (&[("LANG", "es_ES"), ("LC_ALL", "")], Language::Spanish),
    ] {
        let variable = |name: &str| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(
            Language::of_environment(variable),
            expected,
            "{variables:?}"
        );
    }
}

#[test]
fn languages_are_named_by_code() {
    for language in Language::ALL {
        assert_eq!(language.code().parse(), Ok(language));
    }
    assert_eq!("pt".parse(), Ok(Language::PtPt));
    assert_eq!("pt-br".parse(), Ok(Language::PtBr));
    for wrong in ["", "c", "fr", "pt BR", "es.UTF-8"] {
        assert!(wrong.parse::<Language>().is_err(), "{wrong}");
    }
}
