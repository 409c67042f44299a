//! Output forms of a game: FEN, JSON, TOML, PDN, a diagram, a picture.

use crate::analysis::replay::transcribe;
use crate::model::{PlayerId, SiteId};
use crate::notation::saved::{self, SavedGame};
use crate::notation::{fen, json, listing, pdn, svg};

use super::record::{GIVEN, TERMINATION};
use super::{Error, Session};

/// An output form of a position, or of the game that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The position as PDN FEN, as far as FEN can express it.
    Fen,
    /// The position in JSON, for programs.
    Json,
    /// The position as a saved game without moves.
    Toml,
    /// The game with its moves and its seed, as `play --resume` reads it. It includes what seats cannot see.
    Game,
    /// The game in PDN; it also includes what seats cannot see.
    Pdn,
    /// The board with its legend.
    Text,
    /// The board as a picture.
    Svg,
}

/// What a picture shows besides the pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Whether the board is turned by half a circle.
    pub flip: bool,
    /// Without a background and without the lines below the board.
    pub bare: bool,
    /// A transparent area over each site, with its name.
    pub areas: bool,
    /// Sites with a dashed frame.
    pub highlight: Vec<SiteId>,
    /// Sites with a solid frame: what has changed.
    pub changed: Vec<SiteId>,
    /// Sites with a dot: where a piece may go.
    pub dots: Vec<SiteId>,
    /// Sites with a cross: what is captured.
    pub crosses: Vec<SiteId>,
    /// Arrows between sites.
    pub arrows: Vec<(SiteId, SiteId)>,
}

/// A text, and what it leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The text.
    pub text: String,
    /// What it leaves out of the position, in words.
    pub left_out: Vec<String>,
}

impl Form {
    /// All forms, with their names in requests.
    pub const ALL: [(&'static str, Form); 7] = [
        ("fen", Form::Fen),
        ("json", Form::Json),
        ("toml", Form::Toml),
        ("game", Form::Game),
        ("pdn", Form::Pdn),
        ("text", Form::Text),
        ("svg", Form::Svg),
    ];

    /// Whether the form contains the whole game, regardless of the seat.
    pub fn is_whole(self) -> bool {
        matches!(self, Form::Game | Form::Pdn)
    }
}

impl Session {
    /// The position as a seat may see it, or the game, in one of the forms.
    ///
    /// # Errors
    /// A seat requests a whole game with hidden information; PDN cannot express the starting position.
    ///
    /// ```
    /// use draughtsman::session::{Form, Picture, Session};
    /// let session = Session::bundled("english")?;
    /// assert_eq!(session.written(Form::Fen, None, &Picture::default())?.text, "B:W21-32:B1-12");
    /// # Ok::<(), draughtsman::session::Error>(())
    /// ```
    pub fn written(&self, form: Form, seat: Option<PlayerId>, picture: &Picture) -> Result<Told, Error> {
        if form.is_whole() && seat.is_some() && self.hides() {
            return Err(Error::wrong("the whole game says what this seat may not see: ask without a seat, or for a position"));
        }
        let (terms, shown) = (self.terms(), || self.shown(seat));
        let text = match form {
            Form::Fen => {
                let fen = fen::write(&terms, &shown());
                return Ok(Told { text: fen.text, left_out: fen.left_out.iter().map(ToString::to_string).collect() });
            }
            Form::Json => json::position::write(&self.header(), &terms, &shown()),
            Form::Toml => {
                saved::write(&terms, &SavedGame { header: self.header(), start: Some(shown()), ..SavedGame::default() })
            }
            Form::Game => saved::write(&terms, &self.saved()),
            Form::Pdn => pdn::write(&self.to_pdn()?).map_err(Error::wrong)?,
            Form::Text => listing::board(&terms, &shown(), picture.flip),
            Form::Svg => svg::render(&terms, &shown(), &picture.options()),
        };
        Ok(Told { text, left_out: Vec::new() })
    }

    /// The game as a saved game.
    pub fn saved(&self) -> SavedGame {
        SavedGame {
            header: self.header(),
            seed: self.seed,
            start: self.start.clone(),
            moves: self.texts.clone(),
            ended: self.ended.clone(),
            earlier: self.earlier.clone(),
            clock: self.clock.clone(),
        }
    }

    /// The game in PDN.
    ///
    /// # Errors
    /// PDN cannot express the starting position.
    pub fn to_pdn(&self) -> Result<pdn::Game, Error> {
        let mut game = transcribe(self.program(), &self.header(), self.start.as_ref(), &self.game).map_err(Error::wrong)?;
        self.recorded(&mut game);
        if let Some(ended) = &self.ended {
            game.end(pdn::GameResult::won_by(&self.program().equipment, &ended.winners));
            if ended.reason != GIVEN {
                game.set(TERMINATION, ended.reason.clone());
            }
        }
        Ok(game)
    }
}

impl Picture {
    fn options(&self) -> svg::Options<'_> {
        svg::Options {
            flip: self.flip,
            bare: self.bare,
            areas: self.areas,
            highlight: &self.highlight,
            changed: &self.changed,
            dots: &self.dots,
            crosses: &self.crosses,
            arrows: &self.arrows,
            ..svg::Options::default()
        }
    }
}
