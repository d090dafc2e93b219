declare global {
  interface ShownText {
    readonly node: Node
    readonly parent: Element
    readonly text: string
  }

  /** Returns the visible texts of a page, without those inside `except`. Only in pages that ran `addShownTexts`. */
  function shownTexts(except: string, root?: Element): readonly ShownText[]
}

/** Runs in each page before its scripts. */
export function addShownTexts(): void {
  const find: typeof shownTexts = (except, root = document.body) => {
    const found: ShownText[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const parent = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (parent === null || text === '' || !parent.checkVisibility()) continue
      if (parent.closest(`script, style, ${except}`) === null) found.push({ node, parent, text })
    }
    return found
  }
  Object.assign(globalThis, { shownTexts: find })
}
