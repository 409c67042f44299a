//! A small solver for English draughts (American checkers) with very few pieces on the board.
//!
//! It was written from the rule book for this one game and shares nothing with the endgame-table
//! generator, so that the tables can be compared with what it says. It is plain on purpose: all
//! positions with up to so many pieces are numbered, the moves of each are worked out once, and
//! then they are gone through again and again, one ply further each time, until nothing changes.
//!
//! Squares are numbered from 0 here, one less than in the rule book: 0 to 3 are Black's back row,
//! 28 to 31 White's. Black moves towards the higher numbers.

/// Squares on the board.
const SQUARES: usize = 32;

/// `CHOOSE[n][k]` is in how many ways `k` things can be chosen from `n`: Pascal's triangle.
static CHOOSE: [[usize; SQUARES + 1]; SQUARES + 1] = {
    let mut triangle = [[0; SQUARES + 1]; SQUARES + 1];
    let mut n = 0;
    while n <= SQUARES {
        triangle[n][0] = 1;
        let mut k = 1;
        while k <= n {
            triangle[n][k] = triangle[n - 1][k - 1] + triangle[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    triangle
};

/// What a position is worth to who is to move; the number is how many plies (moves of both
/// together) it takes until the game is over, the winner being as fast and the loser as slow as
/// possible. Who is to move and cannot has `Lost(0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    Drawn,
    Won(u16),
    Lost(u16),
}

/// A position; bit `i` of each set stands for square `i + 1` of the rule book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) black_men: u32,
    pub(super) black_kings: u32,
    pub(super) white_men: u32,
    pub(super) white_kings: u32,
    pub(super) white_moves: bool,
}

/// What stands on a square.
#[derive(Clone, Copy)]
struct Piece {
    white: bool,
    king: bool,
}

/// A diagonal direction: a row down (1) or up (-1), and a column right (1) or left (-1).
type Direction = (isize, isize);

/// The square next to this one, if the board does not end there.
fn neighbour(square: usize, (down, right): Direction) -> Option<usize> {
    let row = square / 4;
    // The dark squares of the top row, and of every other row after it, start at the second column.
    let column = square % 4 * 2 + (row + 1) % 2;
    let row = row.checked_add_signed(down).filter(|&it| it < 8)?;
    let column = column.checked_add_signed(right).filter(|&it| it < 8)?;
    Some(row * 4 + column / 2)
}

impl Piece {
    /// The directions in which it may step and jump.
    fn directions(self) -> impl Iterator<Item = Direction> {
        let all = [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter();
        all.filter(move |&(down, _)| self.king || (down < 0) == self.white)
    }

    /// Whether it is a man on the row where it must be crowned.
    fn is_crowned_on(self, square: usize) -> bool {
        let last_row = if self.white { 0 } else { 7 };
        !self.king && square / 4 == last_row
    }
}

impl Position {
    /// All black pieces.
    fn black(&self) -> u32 {
        self.black_men | self.black_kings
    }

    /// All white pieces.
    fn white(&self) -> u32 {
        self.white_men | self.white_kings
    }

    /// What stands on a square.
    fn at(&self, square: usize) -> Option<Piece> {
        let bit = 1 << square;
        ((self.black() | self.white()) & bit != 0)
            .then(|| Piece { white: self.white() & bit != 0, king: (self.black_kings | self.white_kings) & bit != 0 })
    }

    /// Puts a piece on an empty square.
    fn put(&mut self, square: usize, piece: Piece) {
        let set = match (piece.white, piece.king) {
            (false, false) => &mut self.black_men,
            (false, true) => &mut self.black_kings,
            (true, false) => &mut self.white_men,
            (true, true) => &mut self.white_kings,
        };
        *set |= 1 << square;
    }

    /// The same with one square emptied.
    fn without(mut self, square: usize) -> Position {
        let others = !(1 << square);
        self.black_men &= others;
        self.black_kings &= others;
        self.white_men &= others;
        self.white_kings &= others;
        self
    }

    /// The squares with something on them, and what it is, from the lowest square up.
    fn pieces(&self) -> impl Iterator<Item = (usize, Piece)> {
        (0..SQUARES).filter_map(|square| Some((square, self.at(square)?)))
    }

    /// Whether no man is on the row where it would be crowned.
    fn is_legal(&self) -> bool {
        let mut pieces = self.pieces();
        pieces.all(|(square, piece)| !piece.is_crowned_on(square))
    }

    /// Puts into `next` the positions after every move.
    fn moves(&self, next: &mut Vec<Position>) {
        next.clear();
        let mine = |(_, piece): &(usize, Piece)| piece.white == self.white_moves;
        for (square, piece) in self.pieces().filter(mine) {
            self.without(square).jumps(square, piece, next);
        }
        if next.is_empty() {
            for (square, piece) in self.pieces().filter(mine) {
                self.without(square).steps(square, piece, next);
            }
        }
    }

    /// Every capture to its end by a piece which is at `from` and has been lifted off the board;
    /// says whether there was any.
    fn jumps(&self, from: usize, piece: Piece, next: &mut Vec<Position>) -> bool {
        let mut any = false;
        for direction in piece.directions() {
            if let Some(over) = neighbour(from, direction)
                && let Some(to) = neighbour(over, direction)
                && self.at(over).is_some_and(|other| other.white != piece.white)
                && self.at(to).is_none()
            {
                any = true;
                let rest = self.without(over);
                if piece.is_crowned_on(to) || !rest.jumps(to, piece, next) {
                    next.push(rest.landed(to, piece));
                }
            }
        }
        any
    }

    /// Every move without a capture by a piece which is at `from` and has been lifted off the board.
    fn steps(&self, from: usize, piece: Piece, next: &mut Vec<Position>) {
        let near = piece.directions().filter_map(|direction| neighbour(from, direction));
        for to in near.filter(|&to| self.at(to).is_none()) {
            next.push(self.landed(to, piece));
        }
    }

    /// The end of a move: the lifted piece is put down, crowned if need be, and the other side moves.
    fn landed(mut self, to: usize, piece: Piece) -> Position {
        let king = piece.king || piece.is_crowned_on(to);
        self.put(to, Piece { king, ..piece });
        self.white_moves = !self.white_moves;
        self
    }

    /// The number of this position: those with fewer pieces come first, then it goes by the set of
    /// squares with something on them, then by the kinds of the pieces, then by who moves.
    fn number(&self) -> usize {
        let (mut count, mut squares, mut kinds) = (0, 0, 0);
        for (square, piece) in self.pieces() {
            count += 1;
            squares += CHOOSE[square][count];
            kinds = kinds * 4 + usize::from(piece.white) * 2 + usize::from(piece.king);
        }
        numbered_below(count) + ((squares << (2 * count)) + kinds) * 2 + usize::from(self.white_moves)
    }

    /// The position with this number among those with `count` pieces.
    fn of_number(number: usize, count: usize) -> Position {
        let rest = number - numbered_below(count);
        let mut position = Position { white_moves: rest % 2 == 1, ..Position::default() };
        let mut kinds = rest / 2;
        let mut squares = kinds >> (2 * count);
        let mut square = SQUARES;
        for left in (1..=count).rev() {
            // The highest square not taken yet, then the next one.
            square -= 1;
            while CHOOSE[square][left] > squares {
                square -= 1;
            }
            squares -= CHOOSE[square][left];
            let (white, king) = (kinds / 2 % 2 == 1, kinds % 2 == 1);
            position.put(square, Piece { white, king });
            kinds /= 4;
        }
        position
    }
}

/// How many numbers the positions with fewer pieces than this take.
fn numbered_below(count: usize) -> usize {
    (0..count).map(|fewer| (CHOOSE[SQUARES][fewer] << (2 * fewer)) * 2).sum()
}

/// Every legal position with exactly so many pieces, with its number, in order.
fn legal(count: usize) -> impl Iterator<Item = (usize, Position)> {
    (numbered_below(count)..numbered_below(count + 1))
        .map(move |number| (number, Position::of_number(number, count)))
        .filter(|(_, position)| position.is_legal())
}

/// In how many ways exactly so many pieces, of any sides, can stand on the board.
pub(super) fn placements(pieces: u32) -> u64 {
    legal(pieces as usize).map(|(_, position)| u64::from(position.white_moves)).sum()
}

/// The moves of all positions: those of number `n` lead to `to[start[n]..start[n + 1]]`.
struct Moves {
    start: Vec<u32>,
    to: Vec<u32>,
    /// The numbers which stand for a legal position.
    legal: Vec<u32>,
}

impl Moves {
    /// Works out all moves of all positions with up to so many pieces.
    fn of_all(pieces: usize) -> Moves {
        let (mut start, mut to, mut all) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = Vec::new();
        for (number, position) in (0..=pieces).flat_map(legal) {
            start.resize(number + 1, short(to.len()));
            all.push(short(number));
            position.moves(&mut next);
            to.extend(next.iter().map(|after| short(after.number())));
        }
        start.resize(numbered_below(pieces + 1) + 1, short(to.len()));
        Moves { start, to, legal: all }
    }

    /// The numbers of the positions which this one's moves lead to.
    fn from(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.to[self.start[number] as usize..self.start[number + 1] as usize]
    }
}

/// A number in half the space.
fn short(number: usize) -> u32 {
    u32::try_from(number).expect("so few pieces that 32 bits are enough")
}

/// What all positions with up to so many pieces are worth.
pub(super) struct Solved {
    pieces: usize,
    worth: Vec<Worth>,
}

impl Solved {
    /// Solves all positions with up to so many pieces.
    ///
    /// The pass for `plies` finds those which are over in exactly so many plies. A loss takes an even
    /// number of plies and a win an odd one, so a pass reads only what earlier ones have written. What
    /// is over in one ply more has a move to something that this pass has found; when it finds
    /// nothing, no later one will, and what is left is drawn.
    pub(super) fn up_to(pieces: u32) -> Solved {
        let pieces = pieces as usize;
        let moves = Moves::of_all(pieces);
        let mut worth = vec![Worth::Drawn; numbered_below(pieces + 1)];
        let mut undecided = moves.legal.clone();
        for plies in 0.. {
            let before = undecided.len();
            undecided.retain(|&number| {
                let Some(found) = decide(moves.from(number), &worth, plies) else { return true };
                worth[number as usize] = found;
                false
            });
            if undecided.len() == before {
                break;
            }
        }
        Solved { pieces, worth }
    }

    /// Shows every legal position in which both sides have something, and what it is worth.
    pub(super) fn each(&self, mut see: impl FnMut(&Position, Worth)) {
        for (number, position) in (0..=self.pieces).flat_map(legal) {
            if position.black() != 0 && position.white() != 0 {
                see(&position, self.worth[number]);
            }
        }
    }
}

/// What a position that was not over in fewer plies than this is worth, if it is over in these.
fn decide(moves: &[u32], worth: &[Worth], plies: u16) -> Option<Worth> {
    let mut after = moves.iter().map(|&number| worth[number as usize]);
    if plies.is_multiple_of(2) {
        after.all(|worth| matches!(worth, Worth::Won(_))).then_some(Worth::Lost(plies))
    } else {
        after.any(|worth| matches!(worth, Worth::Lost(_))).then_some(Worth::Won(plies))
    }
}
