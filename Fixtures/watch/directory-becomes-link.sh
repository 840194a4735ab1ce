# A directory is moved away and a link to it is left: what is behind a link is not in the library.
#: before
mkdir notes; printf 'n\n' > notes/n.md; printf 'keep\n' > keep.md
#: while it watches
mv notes "$T/notes"; ln -s "$T/notes" notes; sleep 1.5; printf 'outside\n' >> notes/n.md
#: told
deleted notes/n.md
#: there
keep.md: keep\n
