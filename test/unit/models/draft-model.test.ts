import { describe, expect, it } from 'vitest'
import { cutAmountOf } from '../../../lib/models/cut-amount.ts'
import { createDraftModel } from '../../../lib/models/draft-model.ts'
import { removeOneSwapOptions } from '../../../lib/service/quote-request.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

function setup() {
  const { ports, texts } = createFakePorts()
  const draft = createDraftModel(ports)
  draft.pick('input', data.usdcHarbour)
  draft.pick('output', data.usdcIsland)
  return { draft, ports, texts }
}
const priced = (price: string) => ({
  ...data.quoteFor(data.quoteRequest, data.bornMs),
  inputPriceInUsd: price,
})

describe('createDraftModel', () => {
  it('restores the draft after each keystroke (S1)', () => {
    const { draft, ports } = setup()
    draft.openReceiver()
    for (const text of ['1', '12', '12.', '12.5']) {
      draft.setAmount(text)
      expect(createDraftModel(ports).amountText.value).toBe(text)
    }
    draft.setReceiver('0xab')
    const again = createDraftModel(ports)
    expect(again.receiverText.value).toBe('0xab')
    expect(again.isReceiverOpen.value).toBe(true)
    expect(again.input.value).toEqual(data.usdcHarbour)
    expect(again.output.value).toEqual(data.usdcIsland)
  })

  it('of an idle view does not replace that of another view when a quote brings a price', () => {
    const { draft, ports } = setup()
    draft.setAmount('100')
    createDraftModel(ports).setAmount('7')
    draft.learnPrice(priced('1'))
    draft.learnPrice(priced('2'))
    expect(createDraftModel(ports).amountText.value).toBe('7')
  })

  it('clears the amount, the receiver and one-swap options after the swap', () => {
    const { draft, ports } = setup()
    draft.setAmount('1')
    draft.openReceiver()
    draft.setReceiver('0xab')
    draft.options.value = {
      ...{ feeBps: '50', destinationPayload: '0xab', destinationGasLimit: '9', refuel: true },
      useInbox: true,
    }
    draft.clear(removeOneSwapOptions(draft.options.value))
    const again = createDraftModel(ports)
    expect([again.amountText.value, again.receiverText.value]).toEqual(['', ''])
    expect(again.options.value).toEqual({ useInbox: true })
  })

  it.each([
    ['1.23456789', '1.234567'],
    ['1.2345600', null],
    ['0.0000001', null],
    ['1,234.5678901', '1234.56789'],
    ['abc', null],
    ['12', null],
  ])('offers %s without decimals that the token does not have: %s', (text, cut) => {
    const { draft } = setup()
    draft.setAmount(text)
    expect(cutAmountOf(draft)).toBe(cut)
  })

  it('starts empty where the stored text was truncated', () => {
    const { ports, texts } = setup()
    texts.set('ferry.draft.1', '{"amountText":"1')
    expect(createDraftModel(ports).amountText.value).toBe('')
  })

  it('parses amounts exactly, and keeps typed text that it cannot parse', () => {
    const { draft } = setup()
    const read = (text: string) => {
      draft.setAmount(text)
      expect(draft.amountText.value).toBe(text)
      const amount = draft.amount.value
      return amount.kind === 'units'
        ? amount.units
        : amount.kind === 'problem'
          ? amount.problem.code
          : 'empty'
    }
    expect(read('1,234.56')).toBe(1_234_560_000n)
    expect(read('0,5')).toBe(500_000n)
    expect(read('1.1234567')).toBe('amountInvalid')
    expect(read('ten')).toBe('amountInvalid')
    expect(read('')).toBe('empty')
    expect(read('0.0')).toBe('empty')
  })

  it('reads a pasted dollar sign as dollars where a price is known, and never as tokens', () => {
    const { draft } = setup()
    draft.setAmount('\u200b$1,304.53')
    expect(draft.amount.value.kind).toBe('problem')
    draft.learnPrice(priced('2'))
    draft.setAmount('\u200b$1,304.53')
    expect([draft.entry.value, draft.amountText.value]).toEqual(['fiat', '1,304.53'])
    expect(draft.amount.value).toEqual({ kind: 'units', units: 652_265_000n })
    draft.setAmount('$1,000.50')
    expect(draft.amount.value).toEqual({ kind: 'units', units: 500_250_000n })
  })

  it('shows a pasted amount without invisible characters', () => {
    const { draft } = setup()
    draft.setAmount('\u202e1304.53')
    expect(draft.amountText.value).toBe('1304.53')
    expect(draft.amount.value).toEqual({ kind: 'units', units: 1_304_530_000n })
  })

  it('converts dollars again when the first quote replaces the price of an earlier session', () => {
    const { ports } = setup()
    const before = createDraftModel(ports)
    before.pick('input', data.ethHarbour)
    const ether = (price: string | null) => ({
      ...priced('1'),
      inputToken: data.ethHarbour,
      inputPriceInUsd: price,
    })
    before.learnPrice(ether('2000'))
    before.toggleEntry()
    const draft = createDraftModel(ports)
    draft.setAmount('100')
    expect(draft.amount.value).toEqual({ kind: 'units', units: 50_000_000_000_000_000n })
    draft.learnPrice(ether('3000'))
    expect(draft.amount.value).toEqual({ kind: 'units', units: 33_333_333_333_333_333n })
    draft.learnPrice(ether('3100'))
    expect(draft.amount.value).toEqual({ kind: 'units', units: 33_333_333_333_333_333n })
  })

  it('shows tokens where the first quote has no price and the dollars used an old one', () => {
    const { ports } = setup()
    const before = createDraftModel(ports)
    before.learnPrice(priced('2'))
    before.toggleEntry()
    const draft = createDraftModel(ports)
    draft.setAmount('100')
    draft.learnPrice({ ...priced('2'), inputPriceInUsd: null })
    expect([draft.entry.value, draft.amountText.value, draft.price.value]).toEqual(['token', '50', null])
  })

  it.each([
    ['0.123456789012345678', '0.123456'],
    ['0.5', '0.5'],
    ['1.1000000000', '1.1000000000'],
    ['0.0000000001', '0'],
    ['ten', 'ten'],
  ])('cuts %s to the decimals of the input token after a flip', (text, cut) => {
    const { ports } = setup()
    const draft = createDraftModel(ports)
    draft.pick('input', data.ethHarbour)
    draft.pick('output', data.usdcIsland)
    draft.setAmount(text)
    draft.flip(null)
    expect(draft.amountText.value).toBe(cut)
  })

  it('converts dollars to tokens rounded down, at the price of the last keystroke', () => {
    const { draft } = setup()
    draft.setAmount('100')
    draft.toggleEntry()
    expect(draft.entry.value).toBe('token')
    draft.learnPrice(priced('3'))
    draft.toggleEntry()
    expect(draft.entry.value).toBe('fiat')
    expect(draft.amountText.value).toBe('300.00')
    draft.setAmount('100')
    expect(draft.amount.value).toEqual({ kind: 'units', units: 33_333_333n })
    draft.learnPrice(priced('5'))
    expect(draft.amount.value).toEqual({ kind: 'units', units: 33_333_333n })
    draft.setAmount('100.0')
    expect(draft.amount.value).toEqual({ kind: 'units', units: 20_000_000n })
    draft.toggleEntry()
    expect(draft.amountText.value).toBe('20')
  })

  it('keeps an amount of less than a cent in dollars, and never reads dollars as tokens', () => {
    const { draft } = setup()
    draft.learnPrice(priced('1'))
    draft.setAmount('0.004')
    draft.toggleEntry()
    expect([draft.entry.value, draft.amountText.value]).toEqual(['fiat', '0.004'])
    draft.toggleEntry()
    expect([draft.entry.value, draft.amountText.value]).toEqual(['token', '0.004'])
    draft.toggleEntry()
    draft.setAmount('1.1234567')
    expect(draft.amount.value.kind).toBe('problem')
    draft.toggleEntry()
    expect([draft.entry.value, draft.amountText.value]).toEqual(['token', ''])
  })

  it('flips the swap and keeps the amount', () => {
    const { draft } = setup()
    draft.setAmount('100')
    draft.flip('99540000')
    expect(draft.input.value).toEqual(data.usdcIsland)
    expect(draft.output.value).toEqual(data.usdcHarbour)
    expect(draft.amountText.value).toBe('100')
  })

  it('returns to tokens where dollars have no price after a flip', () => {
    const { draft } = setup()
    draft.learnPrice(priced('1'))
    draft.setAmount('100')
    draft.toggleEntry()
    draft.flip('99540000')
    expect(draft.entry.value).toBe('token')
    expect(draft.amountText.value).toBe('99.54')
  })

  it("swaps the sides when the user picks the other side's token", () => {
    const { draft } = setup()
    draft.pick('input', data.usdcIsland)
    expect(draft.input.value).toEqual(data.usdcIsland)
    expect(draft.output.value).toEqual(data.usdcHarbour)
  })
})
