//! The strategy tutorial: eight ideas, each with a board and a move to find.

use crate::games::Lesson;

/// The ideas, each with a question and its answer. A test searches every board: the answer is the best move by far.
pub const STRATEGY: &[Lesson] = &[
    Lesson::find(
        "Corners",
        "A disc in a corner can never be flipped, and the discs next to it become safe, too. You are Black. e3 flips \
            the most discs, but something else is worth far more.",
        "---------------O------OO---OOOOO---XOOOX---XXOXX----O--X-------- X",
        "h1",
        "look at the corners",
    ),
    Lesson::read(
        "h1 is yours for good, and h2 to h7 with it: nothing can flip them again. Early in the game a corner is \
            worth more than a dozen discs.",
    ),
    Lesson::find(
        "X and C squares",
        "The squares next to an empty corner give it away: the X squares b2, g2, b7 and g7 most of all, often also \
            the C squares, such as a2 and b1. Here b2 flips the most discs, and White answers a1. Find a better move.",
        "--O--OX---OOOX----OXXXXX--OXOOX---OOOOO---OXX-------X----------- X",
        "e1",
        "look at the top edge, away from the corners",
    ),
    Lesson::read(
        "e1 gains the top edge and leaves b2 alone. Where each of your moves is next to a corner, you have run out \
            of safe moves: how to avoid that is the next idea.",
    ),
    Lesson::find(
        "Mobility",
        "A player with few moves has to play bad ones. Count your opponent's moves instead of your discs. Find the \
            move that leaves White only one.",
        "----------O-----XOO-----OOOOOOO-OXXXXO--OXXOXOO-OOOXXO--OO-XXO-- X",
        "c8",
        "look at the bottom edge: it must not open new squares for White",
    ),
    Lesson::read(
        "White has only a2. You keep a dozen moves to choose from, and White will soon have to give you a corner.",
    ),
    Lesson::find(
        "Frontier",
        "A disc next to an empty square is a frontier disc: the opponent can play there and flip it. Quiet moves flip \
            few discs, all of them inside. Find the move that flips one disc that touches no empty square.",
        "-O-XOO---XXOOX---OOOX---OOOXXX---OOOX------XO------------------- X",
        "c1",
        "look at the top edge",
    ),
    Lesson::read(
        "c1 flips only d2, which has discs on all sides. A loud move such as a3 would flip more, and all that it flips \
            becomes something for White to flip back.",
    ),
    Lesson::find(
        "Stable discs",
        "A disc is stable if nothing can ever flip it. Stable discs grow from a corner along its edges. You have h8: \
            make the bottom edge safe.",
        "---X-X-X--OXXXXX--OXOXXX--OXOXXX-OOXOXXX--OXXXXX---OOXXX---XOO-X X",
        "g8",
        "look next to h8",
    ),
    Lesson::read("d8 to h8 are one row from the corner on: White can't outflank any of them."),
    Lesson::find(
        "Wedges",
        "A wedge is a disc on the edge between two of the opponent's. It can't be flipped along the edge, and it \
            reaches for the corners. Find the wedge.",
        "-----XX---O-XX-O--XXXOOO-XXXXOXO--XXXXO----XXOOO----XX------XX-- X",
        "h5",
        "look at the right edge",
    ),
    Lesson::read("h5 is between h4 and h6. Your threat is h1, which flips h2, h3 and h4."),
    Lesson::find(
        "Passes",
        "A player without a legal move has to pass, and the other one moves twice in a row. Find the move that leaves \
            White no move.",
        "OOOOOOOO-OXXXXOX-OOXXOXXOOOOOXOX-OOOXOOX--OOOOOX--OXXOO---OXXOOX X",
        "h7",
        "look at the right edge",
    ),
    Lesson::read(
        "White has to pass, and you move again. With best play you win by 18 discs; after any other move you lose.",
    ),
    Lesson::find(
        "Parity",
        "Near the end look at the regions of empty squares, and try to play last in each: a disc placed last is not \
            flipped back. There is one region of four squares (a1 to d1), one of three (g2, h1 and h2), and one of one (g8).",
        "----OOO-OOOOOO--OOXXXXOOOOXXOXOOOOXXXOXOOOXOOXOOOOOOOOXOOXXXXX-X X",
        "g8",
        "begin where you can play last: in a region with an odd number of squares",
    ),
    Lesson::read(
        "g8 was first and last in its region. Now White has to begin in another one, and you answer there. You win by \
            34 discs; after any other move you lose.",
    ),
    Lesson::read(
        "These are the ideas. `analyze` shows where a game went against them, and `puzzles make` turns your own \
            mistakes into questions like these.",
    ),
];
