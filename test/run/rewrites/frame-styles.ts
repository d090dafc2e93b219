import { createHash } from 'node:crypto'
import postcss from 'postcss'

/**
 * Returns the rules of a style sheet that can apply to the frame, in their order. `words` are all words of the
 * frame's sources: its tags, classes, IDs and attributes are among them. A rule too many costs only its bytes.
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
  sheet.walkAtRules((block) => void (block.nodes?.length === 0 && block.remove()))
  return sheet.toString()
}

/** Says whether elements with these words can match. A state, like `:hover`, always can. */
function canMatch(selector: string, words: ReadonlySet<string>): boolean {
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
