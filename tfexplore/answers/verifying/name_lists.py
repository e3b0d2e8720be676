"""Lists of names that are said to be attrs, inputs or outputs: what leads to them, and what stands between two."""

from __future__ import annotations

import re

from tfexplore.patterns import regex

#: Words in Chinese between what the names are and the first of them, for a pattern.
LEADS = "依次|分别|主要|[里中]|另|还|也|只|都|多了?|新增了?|一共|包括|包含|为|是|有|叫"
#: What stands between two names; empty where none follows.
NEXT = regex(r"\s?(?:[,，、/]\s?)?(?:(?:以及|和|与|及|还有|\band\b|\bor\b|&)\s?)?", re.I)
#: Nodes of a graph, whose inputs are other nodes; how alike a name then is to what it is a misspelling of.
OF_NODES = regex(r"\bnodes\b|节点")
NEARLY = 0.75
#: Words of prose that may stand where a name does.
WORDS = frozenset(
    """
    a an and are as at be by each for from given has have in is it its may must no none not of on one only or other same
    so than that the their them then there these they this those to two type types was which with
    tensor tensors names list attr attrs inputs outputs
    """.split()  # noqa: SIM905 - words of prose, by lines
)
