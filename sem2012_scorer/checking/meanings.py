"""The table of what ``check`` can find: code, title, meaning, example, and what to do.

``{empty}`` stands for the sign for an empty cell in the data of the scorer's task.
"""

TABLE = """\
E101: a token differs from gold's
The first four fields (file, sentence, token number, word) must be gold's on every line. The
legacy scorer compares nothing else, and stops at the first line that differs.
Example: gold has `gate` where the system has `date`
What to do: copy the first four fields from the gold or test file

E102: lines of gold are missing
Lines of gold are missing here; after the gap the files agree again.
Example: a token was dropped by a tokenizer
What to do: put the lines back

E103: lines that gold does not have
The file has extra lines here, not in gold; after them the files agree again.
Example: a token was split in two
What to do: take the lines out

E107: another text than gold's
Almost no sentence of the file is gold's: it is the output for another file, or another test set.
Example: the story of the circle, checked against that of the cardboard box
What to do: give the gold of this text, or the output for gold's

E104: a blank line in one file only
Sentences end at blank lines, and these must be the same in both files.
Example: the blank line after a sentence is missing
What to do: put the blank line where gold has it

E105: another encoding than gold's
The words are gold's, written in another encoding: Latin-1 or Windows-1252 where gold is UTF-8.
The legacy scorer compares bytes.
Example: `señor` saved as Latin-1
What to do: save the file as UTF-8 (iconv -f latin1 -t utf8)

E201: unequal numbers of columns
All tokens of a sentence need the same number of columns as its first. Empty columns at the end of a line do
not count. The original does not check gold: the line of a sentence's last token says how many
negations it has.
Example: 13 columns in the first line of a sentence, 10 in the third
What to do: give every token three columns for each negation of its sentence, with {empty} where it has
no part

E202: an impossible number of columns
A sentence has 8 columns, the last of them ***, or 7 and three for each negation.
Example: 9 columns: cue and scope, but no event
What to do: write cue, scope and event for each negation, {empty} for what is empty

E203: *** beside something else
*** in the eighth column means that the whole sentence has no negation. Where the scorer does not
stop at it, *** beside an annotation is a string like any other, and counts as a cue.
Example: *** for all tokens but one
What to do: write *** for all tokens of the sentence, or for none

E204: eight columns, and no ***
A sentence with eight columns has none but *** in the last: it has no negation. With anything else
the eighth column is a cue, without scope and event.
Example: `_` or `**` in the eighth column, or columns that were cut off
What to do: write *** for all tokens of a sentence without negation, else cue, scope and event, with
{empty} for what is empty

E205: too many columns to be looked at
A line has columns for more than a thousand negations. The cells of its sentence are not checked.
Example: a file in which tabs stand for something else
What to do: write three columns for each negation

W208: a sentence without annotation columns
Every token has annotation columns. A sentence without is one without negation for scorers that do not
stop at it, and gold's negations there are not counted as missed: the scores are too high.
Example: seven columns in place of *** in the eighth
What to do: write *** for all tokens of a sentence without negation

E301: a negation without cue
Every negation of a system needs at least one token with a cue. In gold, one without is paired with no
system negation: its scope and event are always missed.
Example: three columns in which the first has nothing but _
What to do: mark the cue, or take out the three columns; *** if the sentence has no negation

E302: a negation without a part that the scorer needs
scorer_task2 stops at a negation, in either file, without cue, scope or event. With - for empty
cells, as NEGES writes it, every token has a part of each. eval.cd-sco-uio stops if a later
negation of the sentence has that part.
Example: `_` in all cells of the event
What to do: write - for empty cells in NEGES data; score others with eval.cd-sco

E303: a sentence without tokens
Two blank lines in a row, one at the start, or a system's file that ends without blank line where gold has
one, make a phantom sentence. After a sentence with negation the scorer stops at it; elsewhere it
counts one sentence more, with negation and without error.
Example: two blank lines after a sentence
What to do: separate sentences by one blank line, and end both files with one

E501: nothing to score
The legacy scorers divide by the number of sentences with negation in gold, and stop if there are
none (eval.cd-sco-patched only if there is no sentence at all).
Example: a blind test file, *** for all tokens, given as gold
What to do: give the annotated gold file

E502: a file that cannot be read
The file does not exist, may not be read, or is a folder.
Example: a misspelt name
What to do: check the name and the permissions

E503: a file without partner
Gold has a file that the submission lacks, or the submission one that gold lacks, or two could be
meant. Files are paired by their names, but for endings and words such as gold, or by --pair.
Example: seven of eight domains
What to do: add the file, or give it the name of gold's

E601: an empty file
There is no line with a token in it.
Example: a run that was interrupted
What to do: write the file again

E602: not a text file
An archive, or another file that is not text.
Example: the zip that should be sent, where its content is asked for
What to do: give the text file itself

E603: not separated by tabs
Fields are separated by single tabs. Spaces, commas and other formats are none.
Example: a CSV file
What to do: write one token a line, its fields separated by tabs; check -g GOLD --fix OUT does it
where the fields are gold's

E609: carriage returns alone
Lines end in carriage returns, without newlines: for the scorers the file is one line.
Example: a file from an old spreadsheet
What to do: write lines that end in a newline alone: check --fix OUT does it

E604: no annotation columns
After seven columns come *** alone, or three columns for each negation of the sentence. Without
them there is nothing to score: a scorer that does not stop prints zeros.
Example: the blind test file, sent back as it was
What to do: write *** for all tokens of a sentence without negation, else cue, scope and event

E605: UTF-16 or UTF-32 text
Every character of the file takes two bytes or four. The scorers read bytes, and find no tabs and
newlines where they are meant.
Example: a file saved as "Unicode text"
What to do: save the file as UTF-8: check --fix OUT does it

E606: a column of row numbers
Every line begins with its own number, as when a table is written with its index. All fields are
one column too far to the right.
Example: `0`, `1`, `2` ... before the names of the documents
What to do: leave the column out (index=False in pandas): check --fix OUT does it

E607: predictions in another format
What is to be scored is one token a line in columns, and this file has predictions in another
format, which `convert` reads: labels, masks, JSON.
Example: `No B-CUE`, a word and its label
What to do: make columns of it: sem2012-scorer convert FILE --like GOLD -o OUT; score,
check and explain read it with --from

E608: a file of the focus task
The file is of the shared task's second task, the focus of negation, which another scorer scores.
Example: lines of fields separated by spaces that end in FOCUS or *
What to do: choose its scorer: --scorer pb-foc

E701: another number of sentences than gold's
Focus of negation (pb-foc): the script counts blank lines, and asserts that both files have as
many. Named is the first sentence with another number of tokens.
Example: the blank line between two sentences is missing
What to do: write the sentences of gold, each ended by one blank line

E702: another number of tokens than gold's
Focus of negation (pb-foc): the script asserts that each sentence has the same number of lines as in gold.
Example: a token was split in two
What to do: write a line for each of gold's tokens

E703: no file of the focus task
Focus of negation (pb-foc): the last field of each line is FOCUS or *, or - in context sentences,
and a blank line ends each sentence.
Example: a file of the other task, or one whose last column was cut off
What to do: give the file with the focus column, or choose another --scorer

W404: no blank line at the end
The last line of a file is not read: without a final blank line its last token is lost. If one
file has it and the other has not, there may be a phantom sentence too.
Example: the file ends after the last token's line
What to do: end the file with a blank line

W124: - for empty cells
For the legacy scorers only _ is empty. With - every token is part of every cue, scope and event;
negations are paired in the order of their columns, whatever their cues, and the scopes and events
mean nothing.
Example: NEGES data
What to do: keep the negations of each sentence in the order of their first cue, in both files;
NIS (score --nis --scorer scorer_task2) reads the cues as they are meant

W125: _ for empty cells under scorer_task2
scorer_task2 reads _ as empty, and stops as soon as a negation has no scope or no event.
Example: `_` in all scope columns
What to do: write - for empty cells, as the NEGES data do

W126: a space in a cell
Cells are glued with spaces and split again: the word after the space moves into the next part of
the negation.
Example: `no one` as a cue: `one` becomes a scope word
What to do: write one token's string in a cell, without spaces

W106: an empty cell
A cell without anything in it is not _: it counts as a part of the negation, or moves its
neighbours.
Example: two tabs in a row
What to do: write {empty} for what is empty

W108: a line that only looks blank
A line of spaces, tabs or a carriage return is not blank: it does not end the sentence.
Example: a line with one space
What to do: take the white space out

W128: the same cue twice
Two negations of the sentence have the same cue. Each is paired with one of gold, in the order of
the columns: one of them is wrong, unless gold has both.
Example: two negations whose cue is the first `not`
What to do: merge the two, or mark the other cue

N127: a cue that shares a token with another's
The cues of two negations overlap. A gold negation is paired with the first system
negation that shares a cue token, even if a later one is equal.
Example: `neither ... nor` and `nor`
What to do: let the cues of a sentence have no token in common

W112: part-of-speech tags that do not show punctuation
Punctuation is recognised by gold's tag: a tag with a letter, a digit or an underscore is a word's. If
all tags are _, punctuation counts as scope; if none has such a character, nothing does.
Example: NoReC_neg, whose tags are all `_`
What to do: fill in the tags, or use NIS with --nis-punctuation form

W114: lines after the other file's end
What follows gold's last line in the system's file is neither compared nor scored; what follows
the system's last in gold is a phantom sentence for each line.
Example: a system's file for another, longer test set
What to do: use the files that belong together

W117: another sign for empty than gold's
Gold writes one sign for an empty cell, the system another, if only in some cells. For the legacy
scorers only _ is empty; with - every token is part of every cue.
Example: - where gold has _
What to do: write the sign that gold writes

W118: labels in the cells
The cells hold labels (B-CUE, I-SCOPE, O, or 1 and 0). The scorers compare strings: a cell has the
word, or the part of it that is cue, scope or event.
Example: `B-CUE` in the line of `not`
What to do: write the token's word in place of the label, and {empty} where it has no part

W119: a line that is not a token
Every line has annotation columns from the eighth on. A line of seven or less is a token of an
unequal sentence for the legacy scorers, or a sentence without negation.
Example: a comment, or the names of the columns, before the first sentence
What to do: take the line out, or give it its annotation, *** if the sentence has no negation

W120: another case than the word's
The scorers compare strings as they are: `no` is not `No`, and `gate` is not `Gate`.
Example: `no` in the line of `No`
What to do: copy the string from the word: check --fix OUT does it

W121: marks in place of words
A mark other than _ (or -, with NEGES) is not empty: it is part of the cue, scope or event, and
equals nothing in gold.
Example: `--` or `*` where there is no scope
What to do: write {empty} for what is empty, *** for all tokens of a sentence without negation

W122: gold ends in the middle of a sentence
The system's file goes on where gold ends, and not with a new sentence: gold was cut off. What is
left of the sentence may lack its cue.
Example: a gold file of which the first 1,000 lines were taken
What to do: give the whole gold file

W123: a missing value written out
A program wrote its sign for "no value" (nan, None, null) where a cell is empty. For the scorers
that is a word, and part of the cue, scope or event.
Example: `nan` in all cells of a token outside the scope
What to do: write {empty} for what is empty, *** for all tokens of a sentence without negation

W131: token numbers that do not go up by one
Within a sentence, the third field is the token's number, in order. A jump or a repetition
often means that a line was lost, doubled or moved.
Example: token 4 after token 2
What to do: put the tokens of the test file back, in its order

W132: sentence numbers that do not go up by one
Within a document, sentences come in the order of their numbers. A jump, a repetition or a step
back often means that a sentence was lost, doubled or moved.
Example: sentence 14 after sentence 12
What to do: put the sentences of the test file back, in its order

W133: a sentence twice
Two sentences have the same document, number and words.
Example: two parts of the output that overlap were joined
What to do: take one of them out

W134: a document occurs twice
A document goes on after sentences of another one.
Example: outputs for several files, joined in parts
What to do: put the documents of the test file back, in its order

W401: carriage returns at the ends of lines
The carriage return stays in the last cell of each line, which is then never _ or ***; a line with
nothing else is not blank.
Example: a file written on Windows
What to do: write lines that end in a newline alone (dos2unix)

W402: a byte-order mark
The three bytes at the start belong to the first field for the legacy scorers.
Example: a file saved as UTF-8 with BOM
What to do: save it without

W801: no negation at all
No sentence has a negation with a cue: *** in all of them, or columns with nothing in them. With
gold that has negations, all of these are missed.
Example: `***` for every token of the file
What to do: give the file with the system's annotation

W711: the last sentence is dropped
Focus of negation (pb-foc): a sentence counts when a blank line ends it. If one file has it and
the other has not, the script stops.
Example: the file ends after the last token's line
What to do: end the file with a blank line

W712: a sentence without tokens (focus)
Focus of negation (pb-foc): a second blank line is an empty sentence. If gold has none there,
sentences and numbers no longer agree.
Example: two blank lines in a row
What to do: separate sentences by one blank line

W713: a last field that is neither FOCUS nor *
Focus of negation (pb-foc): only FOCUS, in capitals, is a focus. Any other string is compared as
it is.
Example: `focus`, or `-` in a sentence with focus
What to do: write FOCUS or *

W714: a word that is not gold's
Focus of negation (pb-foc): the script compares last fields alone, and scores other sentences as
if they were gold's.
Example: a system's file for another test set
What to do: use the files that belong together

W715: a focus column in one file only
Focus of negation (pb-foc): the last field of a context sentence is -. Where the other file has *
or FOCUS, the sentence is wrong.
Example: * for all tokens of a context sentence
What to do: leave context sentences as gold has them

W802: almost no cue matches gold
Gold and the system have negations, and next to none of the system's cues is equal to one of
gold's.
Example: an annotation that stands one line too low; the output for another file
What to do: look at the first sentences of both files side by side

W803: gold and system may be exchanged
The system's file is a released corpus, word for word, and gold has its tokens with other
annotation.
Example: -g output.txt -s gold.txt
What to do: give the released file with -g, and the system's with -s

N901: a string that is not part of its word
A cue, scope or event is its word or a part of it; this one is neither, and can hardly be equal to
gold's.
Example: `not` in the line of `never`
What to do: copy the string from the word, or write {empty}: check -g GOLD --fix OUT --also N901
writes the word

N902: a cue inside its own scope
A token is cue and scope of the same negation, with the whole word in both. Only affixes share
their word with a scope.
Example: `not` as the cue, and in the scope
What to do: leave the cue out of the scope: check -g GOLD --fix OUT --also N902 does it

N903: a scope without event
Negations have a scope and no event, while four of five or more of this file's have one.
Example: a fact that is negated has an event; a wish or a question has none
What to do: mark the events, unless it is meant so

N904: not UTF-8
The file has bytes that are not UTF-8. The legacy scorers compare bytes, so that this matters only
if the other file is written in another encoding.
Example: Latin-1
What to do: save both files in the same encoding

N905: an affixal cue that is not divided as in gold
Gold's cue is a part of the word, and the rest of it may be in the scope. The system has the whole
word as the cue or in the scope, or leaves the rest out: these are never equal.
Example: `unhappy` as the cue, or in the scope of `un`
What to do: write the affix as the cue and the rest of the word as scope: check -g GOLD --fix OUT
--also N905 does it with gold's strings

N906: one cue as several negations
A cue of several words is one negation in gold, and several in the system's file.
Example: `neither` and `nor` as two negations
What to do: write one negation with the whole cue: check -g GOLD --fix OUT --also N906 does it

N907: several cues as one
Cues that are negations of their own in gold are one negation in the system's file.
Example: `not` and a second `not`, marked in the same three columns
What to do: write a negation for each cue: check -g GOLD --fix OUT --also N907 does it, with the
same scope for each

N908: negations out of order
The negations of a sentence do not come in the order of their first cues. Gold's are paired with
the system's from the left.
Example: the negation of the second `not` in the first three columns
What to do: order the negations by their first cues: check --fix OUT --also N908 does it

N909: no events
No negation of the file has an event. Where gold has events, they are all missed, and so is every
full negation with one.
Example: `_` in the third column of every negation
What to do: mark the events, unless gold has none

N910: negations without scope
Negations have a cue and no scope, where gold has one.
Example: `_` in the second column of every negation
What to do: mark the scopes, unless gold has none

N911: columns with nothing in them
All cells of a negation are empty. With _ the scorer stops; with - it counts a negation more, whose
cue is - everywhere.
Example: `-` in all cells of a sentence without negation
What to do: take the columns out, or write *** if the sentence has no others: check -g GOLD --fix
OUT does it

N912: events longer than their scopes
An event is a word or a few, and lies in the scope. Where it has more tokens, the two columns may
be exchanged.
Example: cue, event and scope in place of cue, scope and event
What to do: write cue, scope, event, in this order: check -g GOLD --fix OUT --also N912 does it

N721: a context sentence
Focus of negation (pb-foc): all last fields are -. The script reads the sentence, and counts
nothing in it.
Example: a sentence without negated verb
What to do: nothing, if gold has it too

N722: several foci in a sentence
Focus of negation (pb-foc): a sentence is right or wrong as a whole; several foci in it count
once.
Example: FOCUS for a word at the start and for one at the end
What to do: mark one focus, unless it is meant so

N723: tabs between fields
Focus of negation (pb-foc): the script separates fields at any white space, but a copy of it at
single spaces: that one reads no focus in such lines.
Example: columns separated by tabs
What to do: separate fields by single spaces, if others score the file

E805: most cells are not part of their word
Most cells with something in them hold neither the token's word nor a part of it: labels, marks
or values. The scorers compare strings, so that these equal nothing in gold, and no scorer stops.
Example: `B-CUE`, `O` or `nan` in all cells
What to do: write the token's word, or the part of it that is cue, scope or event, and {empty}
where it has no part
"""
