import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { moneyPlaces, problemCodes } from '../../lib/base/problem.ts'
import { orderEnds, orderStates } from '../../lib/order/order-state.ts'
import type { StepName } from '../../lib/order/order-timeline.ts'
import { packedSources } from './source-files.ts'

interface Message {
  readonly message: string
  readonly description?: string
  readonly placeholders?: { readonly [name: string]: { readonly content: string } }
}

const messages = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
  readonly [key: string]: Message
}
const keys = Object.keys(messages)

/** Keys made from a closed list at run time; the list is the proof that each exists. */
const made = [
  ...problemCodes.flatMap((code) => [`problem_${code}`, `problem_${code}_next`]),
  ...moneyPlaces.map((place) => `money_${place}`),
]

/** The words of the one table of states. */
const stateWordKeys = [
  ...Object.values(orderStates),
  ...Object.values(orderEnds).flatMap((ends) => Object.values(ends)),
].map(({ wordKey }) => wordKey)

/** Every step of a timeline: where one comes or goes this does not compile. That the states are all there is the table's own type. */
const steps: { readonly [step in StepName]: true } = {
  confirmed: true,
  resetApproved: true,
  approved: true,
  signed: true,
  sent: true,
  mined: true,
  deposited: true,
  accepted: true,
  assigned: true,
  extracted: true,
  fulfilled: true,
  settled: true,
  expired: true,
  cancelled: true,
  refunded: true,
  stopped: true,
}

const code = [...packedSources.map((file) => file.text), readFileSync('wxt.config.ts', 'utf8')].join('\n')

/** Beginnings of keys that code completes: `state_${...}` or 'state_' + .... */
const beginnings = [...code.matchAll(/[`'"]([a-zA-Z]+_)(\$\{|['"] \+)/g)].map((match) => match[1] ?? '')

describe('texts', () => {
  it('exist for every problem and every place of the money', () => {
    expect(made.filter((key) => messages[key] === undefined)).toEqual([])
  })

  it('exist for every state of an order and every step of its timeline', () => {
    expect(stateWordKeys.filter((key) => messages[key] === undefined)).toEqual([])
    expect(Object.keys(steps).filter((name) => messages[`step_${name}`] === undefined)).toEqual([])
  })

  it('are all used', () => {
    const named = new Set([
      ...made,
      ...[...code.matchAll(/(?<=['"`])\w+(?=['"`])/g)].map(([key]) => key),
      ...[...code.matchAll(/__MSG_(\w+?)__/g)].map(([, key]) => key),
    ])
    // A fuller text is told where its own is.
    const asked = (key: string) => key.replace(/_(named|part)$/, '')
    const isUsed = (key: string) => named.has(asked(key)) || beginnings.some((start) => key.startsWith(start))
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })

  it('exist for every key that is asked for', () => {
    const asked = [...code.matchAll(/(?:\btext|\bt|getMessage)\(\s*'([A-Za-z_]\w*)'/g)].map(
      (match) => match[1] ?? '',
    )
    const manifest = [...code.matchAll(/__MSG_(\w+?)__/g)].map((match) => match[1] ?? '')
    const wanted = [...asked, ...manifest].filter((key) => !key.startsWith('@@'))
    expect([...new Set(wanted)].filter((key) => messages[key] === undefined)).toEqual([])
  })

  it('hold no sign that browsers read as their own', () => {
    expect(keys.filter((key) => messages[key]?.message.includes('$'))).toEqual([])
  })

  it('name every placeholder they use, and end without an exclamation mark', () => {
    const wrong = keys.filter((key) => {
      const message = messages[key]
      if (message === undefined || message.message === '' || /!\s*$/.test(message.message)) return true
      const used = [...message.message.matchAll(/\$([A-Za-z]\w*)\$/g)].map((match) =>
        (match[1] ?? '').toLowerCase(),
      )
      const named = Object.keys(message.placeholders ?? {}).map((name) => name.toLowerCase())
      return used.some((name) => !named.includes(name)) || named.some((name) => !used.includes(name))
    })
    expect(wrong).toEqual([])
  })
})
