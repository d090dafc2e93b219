import { describe, expect, it } from 'vitest'
import { createServiceEntry } from '../../../lib/history/history-entry.ts'
import { quoteRequestOfEntry } from '../../../lib/history/past-quote-request.ts'
import { itemOf, pastOf } from './entry-fixture.ts'

const entry = createServiceEntry(pastOf())
const [input, output] = [itemOf().input[0]?.token ?? null, itemOf().output[0]?.token ?? null]
const oursOf = (token: typeof input) => (token === null ? null : { ...token, decimals: 18, name: 'ours' })

describe('pastRequestOfEntry', () => {
  it('takes only chains, addresses and the amount from the service', () => {
    expect(quoteRequestOfEntry(entry, oursOf(input), oursOf(output))).toEqual({
      input: oursOf(input),
      output: oursOf(output),
      inputAmount: '10000000',
      receiver: null,
      options: {},
    })
  })

  it('never fills in the recipient that the service names', () => {
    const elsewhere = createServiceEntry(pastOf({ recipient: `0x${'66'.repeat(20)}` }))
    expect(quoteRequestOfEntry(elsewhere, input, output)?.receiver).toBeNull()
  })

  it.each([
    ['its token to give is on no list', entry, null, output],
    ['its token to get is on no list', entry, input, null],
    ['another token is found', entry, output, output],
    ['the service does not say what was given', createServiceEntry(pastOf({ input: [] })), input, output],
    ['the service does not say what was got', createServiceEntry(pastOf({ output: [] })), input, output],
    ['the amount is nothing', { ...entry, inputAmount: '0' }, input, output],
  ])('is null where %s', (_why, past, from, to) => {
    expect(quoteRequestOfEntry(past, from, to)).toBeNull()
  })
})
