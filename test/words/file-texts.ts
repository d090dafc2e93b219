import { parseSync } from 'vite'
import type { SourceFile } from '../repository/source-files.ts'
import type { Place } from './rules.ts'

/** A node of an ESTree syntax tree. */
interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** The texts of a source file: those on buttons and titles, and those glued to other text. */
export interface FileTexts {
  readonly places: readonly { readonly keys: RegExp; readonly place: Place }[]
  /** Texts that are only a part of a sentence, as source positions. */
  readonly glued: readonly string[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )

const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** The name of a JSX element; '' for anything else. */
function elementName(node: Node): string {
  const opening = node.openingElement
  return isNode(opening) && isNode(opening.name) ? String(opening.name.name ?? '') : ''
}

/** Functions that return the text of a key. */
const textFunctions: ReadonlySet<string> = new Set(['t', 'tWithFacts'])

/** The texts that an expression may return, through conditions only. */
function textsIn(node: unknown): readonly Node[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'CallExpression':
      return isNode(node.callee) && textFunctions.has(String(node.callee.name)) ? [node] : []
    case 'ConditionalExpression':
      return [...textsIn(node.consequent), ...textsIn(node.alternate)]
    case 'LogicalExpression':
      return textsIn(node.right)
    case 'JSXAttribute':
    case 'Property':
      return textsIn(node.value)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return textsIn(node.expression)
    default:
      return []
  }
}

function keysOf(call: Node): readonly RegExp[] {
  const read = (node: unknown): readonly string[] => {
    if (!isNode(node)) return []
    if (node.type === 'Literal') return [String(node.value)]
    if (node.type === 'ConditionalExpression') return [...read(node.consequent), ...read(node.alternate)]
    if (node.type !== 'TemplateLiteral') return []
    return [
      nodes(node.quasis)
        .map((one) => String((one.value as { raw: string }).raw))
        .join('[a-zA-Z0-9]+'),
    ]
  }
  // `tWithFacts` chooses between these keys at run time.
  const end = isNode(call.callee) && call.callee.name === 'tWithFacts' ? '(?:_named|_part)?' : ''
  return read(nodes(call.arguments)[0]).map((key) => new RegExp(`^${key}${end}$`))
}

const titled = new Set(['h1', 'h2', 'h3'])

function placeOf(parent: Node, child: Node): Place | null {
  if (parent.type === 'JSXElement' && child.type === 'JSXExpressionContainer') {
    const name = elementName(parent)
    if (name === 'button' || /Button$/.test(name)) return 'button'
    return titled.has(name) ? 'title' : null
  }
  if (isTitle(parent, child)) return 'title'
  return isButtonName(parent, child) || isActName(parent, child) ? 'button' : null
}

/** The text or accessible name of one of our buttons. */
function isButtonName(parent: Node, child: Node): boolean {
  const isButton =
    parent.type === 'JSXOpeningElement' && isNode(parent.name) && /Button$/.test(String(parent.name.name))
  return isButton && child.type === 'JSXAttribute' && isNode(child.name) && child.name.name === 'label'
}

const named: ReadonlySet<string> = new Set(['label', 'text'])

/** The text of a menu entry, or of a button given as an object with `act`. */
function isActName(parent: Node, child: Node): boolean {
  const keyOf = (one: Node) => (isNode(one.key) ? String(one.key.name) : '')
  if (parent.type !== 'ObjectExpression' || !named.has(keyOf(child))) return false
  return nodes(parent.properties).some((one) => keyOf(one) === 'act')
}

/** The title of one of our screens or sheets. On a browser element and on a button, `title` is a tooltip. */
function isTitle(parent: Node, child: Node): boolean {
  const isOurs =
    parent.type === 'JSXOpeningElement' &&
    isNode(parent.name) &&
    /^(?!Button$)[A-Z]/.test(String(parent.name.name))
  return isOurs && child.type === 'JSXAttribute' && isNode(child.name) && child.name.name === 'title'
}

/** Returns whether texts stand next to other text of the same sentence. A middle dot separates. */
function isGlued(node: Node): boolean {
  if (node.type === 'TemplateLiteral') {
    const around = nodes(node.quasis).map((one) => String((one.value as { raw: string }).raw))
    return (
      nodes(node.expressions).flatMap(textsIn).length > 0 &&
      around.some((text) => text !== '' && text !== ' · ')
    )
  }
  if (node.type === 'BinaryExpression') {
    return node.operator === '+' && [...textsIn(node.left), ...textsIn(node.right)].length > 0
  }
  if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return false
  const extra = nodes(node.children).filter((child) => !isBlank(child))
  return (
    isElementGlued(nodes(node.children)) ||
    extra.some(
      (child, at) =>
        textsIn(child).length > 0 &&
        [extra[at - 1], extra[at + 1]].some((one) => one !== undefined && isRead(one)),
    )
  )
}

/**
 * Returns whether a text shares a line with an element of the same sentence. Visually hidden elements do not
 * count.
 */
function isElementGlued(all: readonly Node[]): boolean {
  return all.some((child, at) => {
    if (!isBlankBetween(child)) return false
    const after = all.slice(at + 1).find((one) => !isBlank(one))
    const sides = [before(all, at), after].filter((one) => one !== undefined)
    return sides.some((one) => textsIn(one).length > 0) && sides.some(isVisibleElement)
  })
}

/** The node before a blank. A line break before it belongs to the layout. */
function before(all: readonly Node[], at: number): Node | undefined {
  return all.slice(0, at).findLast((one) => !isBlank(one))
}

/** A blank within a line: `{' '}`, or one without a line break. */
function isBlankBetween(child: Node): boolean {
  if (!isBlank(child)) return false
  return child.type !== 'JSXText' || (String(child.value) !== '' && !String(child.value).includes('\n'))
}

/** A decorative image adds nothing to its text. */
const drawings: ReadonlySet<string> = new Set(['Icon', 'Boat'])

function isVisibleElement(node: Node): boolean {
  if (node.type !== 'JSXElement' || drawings.has(elementName(node))) return false
  const { attributes } = node.openingElement as Node
  const isUnseen = nodes(attributes).some(
    ({ name, value }) => isNode(name) && name.name === 'class' && isNode(value) && value.value === 'unseen',
  )
  return !isUnseen
}

/** Layout whitespace, and comments. */
function isBlank(child: Node): boolean {
  if (child.type === 'JSXText') return String(child.value).trim() === ''
  return (
    isNode(child.expression) &&
    child.expression.type === 'Literal' &&
    String(child.expression.value).trim() === ''
  )
}

const separators: ReadonlySet<string> = new Set(['·', ','])

/** Text or figures in the same line, except a separating dot. An element is separate. */
function isRead(child: Node): boolean {
  if (child.type === 'JSXText') return !separators.has(String(child.value).trim())
  if (child.type !== 'JSXExpressionContainer' || !isNode(child.expression)) return false
  if (child.expression.type === 'Literal') return !separators.has(String(child.expression.value).trim())
  return !['JSXElement', 'JSXFragment'].includes(child.expression.type) && !isElementOnly(child.expression)
}

function isElementOnly(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression')
    return isNode(node.expression) && isElementOnly(node.expression)
  if (node.type === 'LogicalExpression') return isNode(node.right) && isElementOnly(node.right)
  if (node.type === 'ConditionalExpression') {
    return [node.consequent, node.alternate].every((one) => isNode(one) && isElementOnly(one))
  }
  return (
    node.type === 'JSXElement' ||
    node.type === 'JSXFragment' ||
    (node.type === 'Literal' && node.value === null)
  )
}

export function readFileTexts({ path, text }: SourceFile): FileTexts {
  const places: { keys: RegExp; place: Place }[] = []
  const glued: string[] = []
  const visit = (node: Node): void => {
    if (isGlued(node)) {
      const at = Number(node.start)
      glued.push(`${path}:${text.slice(0, at).split('\n').length}`)
    }
    for (const child of childrenOf(node)) {
      const place = placeOf(node, child)
      if (place !== null)
        for (const call of textsIn(child)) places.push(...keysOf(call).map((keys) => ({ keys, place })))
      visit(child)
    }
  }
  visit(parseSync(path, text).program as unknown as Node)
  return { places, glued }
}
