import { expect, it } from 'vitest'
import { hashStyles, selectFrameStyles } from '../../../run/rewrites/frame-styles.ts'

const words = new Set(['html', 'div', 'input', 'card', 'amount', 'dir'])

it.each([
  '.card{color:red}',
  'html .card>div{color:red}',
  'input.amount:focus-visible{color:red}',
  '.card:disabled{color:red}',
  '.card:nth-child(2){color:red}',
  '.card:not(.other){color:red}',
  ':is(.other,.card) div{color:red}',
  '.card:has(>input.amount:focus){color:red}',
  ':root{color:red}',
  '*,:before{color:red}',
  '.card::before{color:red}',
  '[dir]{color:red}',
  '@media (width<22rem){.card{color:red}}',
  '.card{--gap:1px;gap:var(--gap)}',
])('keeps %s', (rule) => {
  expect(selectFrameStyles(rule, words)).toBe(rule)
})

it.each([
  '.other{color:red}',
  '.card .other{color:red}',
  'table{color:red}',
  ':is(.other,.more) div{color:red}',
  '.card:has(.other){color:red}',
  '.card:has(:is(.other,table)){color:red}',
  '[data-turn] .card{color:red}',
  '@media (width<22rem){.other{color:red}}',
  '@keyframes turn{to{rotate:1turn}}',
  '/* A comment. */',
  '.card:hover:enabled{color:red}',
  '.card::backdrop{color:red}',
  ':root{--gap:1px}',
  ':root{--gap:var(--space);--space:1px}.other{gap:var(--gap)}',
])('leaves out %s', (rule) => {
  expect(selectFrameStyles(rule, words)).toBe('')
})

it('keeps the order of the rules, and of a list only the selectors that can apply', () => {
  const css = '.amount{color:red}.other,.card{color:blue}.more{color:red}div{color:green}'
  expect(selectFrameStyles(css, words)).toBe('.amount{color:red}.card{color:blue}div{color:green}')
})

it('hashes the styles of a page as a browser does', () => {
  // `printf '.a{width:1<2}' | openssl dgst -sha256 -binary | base64`
  const hash = 'L3IHe+sKC/O3IHCQAoPx6RI4oU+A8AvmV5Vwn8SwLc8='
  expect(hashStyles('<head><style>.a{width:1<2}</style></head>')).toBe(`'sha256-${hash}'`)
  expect(() => hashStyles('<head></head>')).toThrow('the page has no styles in it')
})
