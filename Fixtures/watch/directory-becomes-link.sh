# A directory is moved away and a link to it is left: the link is a document, what is behind it is not.
#: before
mkdir notes; printf 'n\n' > notes/n.md; printf 'keep\n' > keep.md
#: while it watches
mv notes "$T/notes"; ln -s "$T/notes" notes; sleep 1.5; printf 'outside\n' >> notes/n.md
#: told
created notes
deleted notes/n.md
#: while it watches
rm notes
#: told
deleted notes
#: there
keep.md: keep\n
