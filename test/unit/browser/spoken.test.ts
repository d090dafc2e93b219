import { expect, it } from 'vitest'
import {
  type AccessibilityNode,
  replaceVaryingText,
  screenReaderLines,
} from '../../browser/screen-reader-text.ts'

const said = (value: unknown) => ({ value })

/** A tree of roles and names, the first one its root; `under` is the place of the parent. */
function tree(
  ...parts: readonly (Partial<AccessibilityNode> & { at: string; text?: string; under?: number })[]
): readonly AccessibilityNode[] {
  return parts.map(({ at, text = '', under, ...more }, place) => ({
    nodeId: String(place),
    ignored: false,
    role: said(at),
    name: said(text),
    ...(under === undefined ? {} : { parentId: String(under) }),
    childIds: parts.flatMap((part, index) => (part.under === place ? [String(index)] : [])),
    ...more,
  }))
}

it('says role, name, states and description in the order of the page, and a name once', () => {
  const lines = screenReaderLines(
    tree(
      { at: 'RootWebArea', text: 'Ferry' },
      { at: 'heading', text: 'Review', under: 0, properties: [{ name: 'level', value: said(1) }] },
      { at: 'StaticText', text: 'Review', under: 1 },
      {
        at: 'button',
        text: 'Max slippage',
        under: 0,
        description: said('of the quote'),
        properties: [
          { name: 'expanded', value: said(false) },
          { name: 'disabled', value: said(true) },
        ],
      },
      { at: 'paragraph', under: 0 },
      { at: 'StaticText', text: 'You get', under: 4 },
      { at: 'StaticText', text: '99.5 \u2066USDC\u2069', under: 4 },
      { at: 'generic', text: 'not said', under: 0 },
      { at: 'listitem', under: 0, currentAs: 'step' },
      { at: 'StaticText', text: 'Sign', under: 8 },
    ),
  )
  expect(lines).toEqual([
    'heading "Review" (level 1)',
    'button "Max slippage" (collapsed, disabled) – of the quote',
    '"You get <amount> USDC"',
    'listitem (current step)',
    '"Sign"',
  ])
})

it('leaves out what a reader does not come to', () => {
  const hidden = tree(
    { at: 'RootWebArea' },
    { at: 'button', text: 'Hidden', under: 0, ignored: true },
    { at: 'StaticText', text: 'Hidden', under: 1, ignored: true },
  )
  expect(screenReaderLines(hidden)).toEqual([])
})

it.each([
  ['Order 0xec36…fcbf at 13:19:31', 'Order <hex> at <time>'],
  ['~14 sec, at most 30 seconds', '<duration>, at most <duration>'],
  ['$0.46 of 1,240.5 USDC', '<amount> of <amount> USDC'],
  ['From http://127.0.0.1:24804, in block 34.', 'From <address>, in block <number>.'],
  ['127.0.0.1:26005 of https://swap.example', '<address> of <address>'],
  ['Steps: 1 of 7 done', 'Steps: 1 of 7 done'],
])('writes %s as it is each time', (text, written) => {
  expect(replaceVaryingText(text)).toBe(written)
})
