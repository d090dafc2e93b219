import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moneyPlaces, problemCodes } from '../../lib/base/problem.ts'
import messages from '../../public/_locales/en/messages.json'

const folder = join(import.meta.dirname, '../../components')
const texts: { readonly [key: string]: { readonly message: string } } = messages
/** Where keys stand: the components, and the table of states whose words they show. */
const source = [
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
  join(folder, '../lib/order/order-state.ts'),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

describe('the texts of _locales/en', () => {
  it('say what every problem is, what to do, and where the money is', () => {
    for (const code of problemCodes) {
      expect(texts[`problem_${code}`], code).toBeDefined()
      expect(texts[`problem_${code}_next`], code).toBeDefined()
    }
    for (const place of moneyPlaces) expect(texts[`money_${place}`], place).toBeDefined()
  })

  it('have no exclamation marks, no blanks at their ends and no jargon of ours', () => {
    for (const [key, { message }] of Object.entries(texts)) {
      expect(message, key).not.toMatch(/!|\.\.\.|undefined|\bPOST\b/)
      expect(message.trim(), key).toBe(message)
      expect(message, key).not.toBe('')
    }
  })

  it('are all used', () => {
    const literal = new Set([...source.matchAll(/'([a-zA-Z]\w*)'/g)].map(([, key]) => key))
    const patterns = [...source.matchAll(/`(\w*)\$\{[^`]*?\}(\w*)`/g)].map(
      ([, start, end]) => new RegExp(`^${start}\\w+${end}$`),
    )
    const outside = /^(extension|notice|openFerry|chainBesideId)/
    for (const full of Object.keys(texts)) {
      // A fuller text is told where its own is.
      const key = full.replace(/_(named|part)$/, '')
      if (outside.test(key)) continue
      const isUsed =
        literal.has(key) || patterns.some((pattern) => pattern.source !== '^\\w+$' && pattern.test(key))
      expect(isUsed, key).toBe(true)
    }
  })
})

describe('the style sheets', () => {
  const sheets = readdirSync(join(folder, 'styles')).map((name) => ({
    name,
    text: readFileSync(join(folder, 'styles', name), 'utf8'),
  }))

  it('use logical properties only', () => {
    const physical =
      /(^|[\s;{])((margin|padding|border)-(left|right|top|bottom)|(min-|max-)?(width|height)|left|right|top|bottom)\s*:/
    for (const { name, text } of sheets) expect(text.replace(/@media[^{]*/g, ''), name).not.toMatch(physical)
  })

  it('name colours in one place', () => {
    for (const { name, text } of sheets) {
      if (name === 'scales.css') continue
      expect(text.replace(/oklch\([^)]*var\(--hue\)[^)]*\)/g, ''), name).not.toMatch(
        /#[0-9a-f]{3,8}\b|rgb\(|hsl\(/i,
      )
    }
  })
})
