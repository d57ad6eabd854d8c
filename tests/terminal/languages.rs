//! The language of the prompt: by environment, option, setting and command.

use crate::Terminal;
use crate::support::{Program, assert_has};

#[test]
fn the_prompt_speaks_the_language_of_the_system_and_changes_it_at_once() {
    let mut terminal = Terminal::fresh_in(&[], &[("LANG", "pt_BR.UTF-8")]);
    assert_has(&terminal.enter("N"), &["Dois jogadores."]);
    assert_has(
        &terminal.enter("d3"),
        &["As pretas jogam d3 e viram 1 peça."],
    );
    assert_has(&terminal.enter("desfazer"), &["1 jogada desfeita."]);
    assert_has(&terminal.enter("language es"), &["Idioma: Español."]);
    assert_has(&terminal.enter("deshacer"), &["nada que deshacer"]);
    assert_has(
        &terminal.enter("undoo"),
        &["\"undoo\": ¿querías decir \"deshacer\"?"],
    );
    assert_has(&terminal.enter("language en"), &["Language: English."]);
    assert_has(
        &terminal.enter("deshacer"),
        &["unknown command \"deshacer\""],
    );
}

#[test]
fn help_and_messages_show_the_words_of_the_language() {
    let mut terminal = Terminal::fresh_in(&[], &[("LANG", "pt_BR.UTF-8")]);
    assert_has(
        &terminal.enter("A verdes 2"),
        &["use B (pretas) ou W (brancas)"],
    );
    assert_has(&terminal.enter("A pretas 2"), &["Você joga com as pretas"]);
    assert_has(
        &terminal.enter("A brancas 2"),
        &["Você joga com as brancas"],
    );
    assert_has(
        &terminal.enter("J"),
        &["J precisa de uma jogada. Por exemplo: ", "J d3"],
    );
    assert_has(
        &terminal.enter("ajuda"),
        &["retomar ", "jogar quarto", "ajuda tudo"],
    );
    assert_has(
        &terminal.enter("ajuda N"),
        &["lado é B (pretas) ou W (brancas)"],
    );
    assert_has(&terminal.enter("G B ann"), &["apelido ann"]);
    assert_has(
        &terminal.enter("H"),
        &["H não funciona em partidas competitivas"],
    );
}

#[test]
fn an_option_comes_before_the_environment() {
    let mut terminal = Terminal::fresh_in(&["--language", "pt"], &[("LANG", "es_ES.UTF-8")]);
    assert_has(&terminal.enter("U"), &["ainda não há partida"]);
}

#[test]
fn scripts_and_json_are_english() {
    let program = Program::new();
    let run = |arguments| {
        let mut command = program.command(arguments);
        let command = command.env("LANG", "es_ES.UTF-8");
        crate::support::run_command(command, "language es\nN\nundo\n").with_code(1)
    };
    let script = run(&["--language", "es"]);
    assert_has(&script.out, &["Language: English.", "Two players."]);
    assert_has(&script.err, &["nothing to undo"]);
    let json = run(&["--language", "es", "--json"]);
    assert_has(&json.out, &["\"language\":\"en\"", "only 0 played"]);
}
