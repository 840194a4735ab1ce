# What `.collateignore` says is no document, from when it says so.
#: before
printf '*.log\nbuild/\n' > .collateignore; printf 'n\n' > n.md; printf 'x' > old.log
#: while it watches
printf 'x' > a.log; mkdir build; printf 'x' > build/out.md; printf 'more\n' >> n.md
#: told
changed n.md
#: there
.collateignore: *.log\nbuild/\n
n.md: n\nmore\n
