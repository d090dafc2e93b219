import { createHash } from 'node:crypto'
import postcss from 'postcss'

/**
 * Returns the rules of a style sheet that can apply to the frame, in their order. `words` are all words of the
 * frame's sources: its tags, classes, IDs and attributes are among them. A rule too many costs bytes, and time to read it.
 */
export function selectFrameStyles(css: string, words: ReadonlySet<string>): string {
  const sheet = postcss.parse(css)
  sheet.walkComments((comment) => void comment.remove())
  sheet.walkAtRules('keyframes', (frames) => void frames.remove())
  sheet.walkRules((rule) => {
    const applying = rule.selectors.filter((selector) => canMatch(selector, words))
    if (applying.length === 0) rule.remove()
    else rule.selectors = applying
  })
  removeUnusedProperties(sheet)
  sheet.walkAtRules((block) => void (block.nodes?.length === 0 && block.remove()))
  return sheet.toString()
}

/** Removes the custom properties that no other value reads, and then the rules without a declaration. */
function removeUnusedProperties(sheet: postcss.Root): void {
  const values = new Map<postcss.Declaration, string>()
  sheet.walkDecls((declaration) => void values.set(declaration, declaration.value))
  let found: readonly postcss.Declaration[]
  do {
    const read = new Set([...values.values()].flatMap((value) => value.match(/--[\w-]+/g) ?? []))
    found = [...values.keys()].filter(({ prop }) => prop.startsWith('--') && !read.has(prop))
    for (const declaration of found) {
      values.delete(declaration)
      declaration.remove()
    }
  } while (found.length > 0)
  sheet.walkRules((rule) => void (rule.nodes.length === 0 && rule.remove()))
}

/** Of parts that an element has only in the App: its controls are disabled in the frame, and it opens no sheet. */
const ofApp = /:hover|::(?!before|after|placeholder)/

/** Says whether elements with these words can match. A state, like `:focus-visible`, always can. */
function canMatch(selector: string, words: ReadonlySet<string>): boolean {
  if (ofApp.test(selector)) return false
  const [group, name, alternatives = ''] = /:(\w[\w-]*)\(([^()]*)\)/.exec(selector) ?? []
  if (group !== undefined) {
    const isPossible =
      !['is', 'where', 'has'].includes(name ?? '') ||
      alternatives.split(',').some((alternative) => canMatch(alternative, words))
    return isPossible && canMatch(selector.replace(group, ''), words)
  }
  const named = selector.replace(/::?[\w-]+/g, '').match(/[a-z][\w-]*/gi) ?? []
  return named.every((word) => words.has(word))
}

/** Returns what a content security policy calls the styles in a page. Throws if the page has none. */
export function hashStyles(html: string): string {
  const [, styles] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  if (styles === undefined) throw new Error('the page has no styles in it')
  return `'sha256-${createHash('sha256').update(styles).digest('base64')}'`
}
