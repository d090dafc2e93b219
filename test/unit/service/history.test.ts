import { describe, expect, it } from 'vitest'
import { serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { requestHash, usdcArbitrum, user } from './quote-fixture.ts'
import { historyItem as item } from './wire-fixtures.ts'

const params = { sender: user, pageNumber: 1, pageSize: 2 }
const page = async (result: unknown) => (await serviceWith(result).client.history(params)).result

describe('history', () => {
  it('requests one page of one wallet', async () => {
    const { client, sent } = serviceWith({ data: [] })
    await client.history({ sender: `0x${'AB'.repeat(20)}`, pageNumber: 2, pageSize: 10 })
    expect(sent[0]?.url.pathname + (sent[0]?.url.search ?? '')).toBe(
      `/base/api/v1/exchange-auto/history?sender=0x${'ab'.repeat(20)}&pageNumber=2&pageSize=10`,
    )
  })

  it('reads an item', async () => {
    const { items, isLastUsed } = await page({ data: [item], pageNumber: 1, pageSize: 2 })
    expect(isLastUsed).toBe(true)
    expect(items[0]).toMatchObject({
      requestHash,
      statusCode: 4,
      sender: user,
      orderMs: Date.parse(item.orderTimestamp),
      sourceSeconds: 1779392851,
      input: [{ amount: '10000000', minAmountOut: null, valueInUsd: '10' }],
      output: [{ amount: '9955638', minAmountOut: '9905859', valueInUsd: '9.955638' }],
    })
    expect(items[0]).toMatchObject({
      requestType: 'SINGLE_OUTPUT_REQUEST',
      statusName: 'SETTLED',
      input: [{ priceInUsd: '1', minValueInUsd: null }],
      output: [{ priceInUsd: '1', minValueInUsd: '9.905859' }],
    })
  })

  it('uses the code of the name if the code is missing, and returns unknown names', async () => {
    const named = (status: unknown, statusCode?: unknown) => ({ ...item, status, statusCode })
    const rows = [
      named('SETTLED'),
      named(' refunded ', null),
      named('EXPIRED', ''),
      named('EXPIRED', 99),
      named('REFUND_PENDING', 8),
      named('SETTLED', 7),
      named(5, 4),
      named('x\u202ey'),
    ]
    const { items } = await page({ data: rows })
    expect(items.map(({ statusCode, statusName }) => [statusCode, statusName])).toEqual([
      [4, 'SETTLED'],
      [7, 'refunded'],
      [5, 'EXPIRED'],
      [null, 'EXPIRED'],
      [null, 'REFUND_PENDING'],
      [7, 'SETTLED'],
      [4, null],
      [null, 'xy'],
    ])
  })

  it('reads every input and output, and drops a malformed figure alone', async () => {
    const [input] = item.input
    const [output] = item.output
    const many = {
      ...item,
      requestType: 'BATCH_REQUEST',
      intermediaryToken: [{ token: usdcArbitrum, amount: '7', valueInUsd: 7 }],
      input: [input, { ...input, valueInUsd: 'much', priceInUsd: -1 }],
      output: [{ ...output, minAmountOutInUsd: {} }, output],
    }
    const { items } = await page({ data: [many] })
    expect(items[0]?.requestType).toBe('BATCH_REQUEST')
    expect(items[0]?.intermediateSwap).toMatchObject([{ amount: '7', valueInUsd: '7' }])
    expect(items[0]?.input.map(({ valueInUsd, priceInUsd }) => [valueInUsd, priceInUsd])).toEqual([
      ['10', '1'],
      [null, null],
    ])
    expect(items[0]?.output.map(({ minValueInUsd }) => minValueInUsd)).toEqual([null, '9.905859'])
  })

  it('reads the value of the delivered amount, never of another amount', async () => {
    const token = item.output[0]?.token
    const promised = { token, amount: '1502116', valueInUsd: 1.502116 }
    const net = { ...promised, effectiveAmount: '1492380', effectiveValueInUsd: 1.49238 }
    const outputs = [
      net,
      { ...net, effectiveValueInUsd: null },
      { ...net, fulfilledAmount: '1492001', fulfilValueInUsd: 1.492001 },
      { ...net, fulfilledAmount: '1492380' },
      { ...net, fulfilledAmount: '1492001' },
      { token, fulfilledAmount: '1492001', valueInUsd: 1.492001 },
      promised,
    ]
    const { items } = await page({ data: [{ ...item, output: outputs }] })
    expect(items[0]?.output.map(({ amount, valueInUsd }) => [amount, valueInUsd])).toEqual([
      ['1492380', '1.49238'],
      ['1492380', null],
      ['1492001', '1.492001'],
      ['1492380', '1.49238'],
      ['1492001', null],
      ['1492001', '1.492001'],
      ['1502116', '1.502116'],
    ])
  })

  it('reads the whole amount of an input and of a swap on the way', async () => {
    const leg = { ...item.input[0], effectiveAmount: '9', effectiveValueInUsd: 9, fulfilledAmount: '8' }
    const { items } = await page({ data: [{ ...item, input: [leg], intermediaryToken: [leg] }] })
    const whole = [{ amount: '10000000', valueInUsd: '10' }]
    expect(items).toMatchObject([{ input: whole, intermediateSwap: whole }])
  })

  it('reads the chain and transaction of a refund', async () => {
    const refunded = (refund: unknown) => ({ ...item, statusCode: 7, status: 'REFUNDED', refund })
    const places = [{ chainId: 8453, txHash: '0xab' }, { chainId: 'x', txHash: 'cd' }, 5]
    const rows = places.map(refunded)
    const { items } = await page({ data: rows })
    const found = items.map((one) => `${one.refundChainId} ${one.refundTransactionHash}`)
    expect(found).toEqual(['8453 0xab', 'null cd', 'null null'])
  })

  it('reads an item without transactions, with zero or absent fields', async () => {
    const { orderTimestamp: _at, status: _status, statusCode: _code, output: _output, ...timed } = item
    const { sourceTransactionHash: _source, destinationTransactionHash: _end, ...hashless } = timed
    const { srcTimestamp: _sent, destTimestamp: _arrived, ...absent } = hashless
    const hashes = { sourceTransactionHash: '', destinationTransactionHash: '' }
    const zero = { ...item, ...hashes, srcTimestamp: 0, destTimestamp: 0 }
    const { items, isLastUsed } = await page({ data: [zero, absent] })
    expect(isLastUsed).toBe(false)
    const none = { sourceTransactionHash: null, destinationTransactionHash: null, sourceSeconds: null }
    for (const seen of items) expect(seen).toMatchObject(none)
    expect(items[1]).toMatchObject({ statusCode: null, orderMs: null, output: [] })
  })

  it('leaves out the rows of other accounts', async () => {
    const upper = { ...item, sender: `0x${user.slice(2).toUpperCase()}` }
    const read = await page({ data: [{ ...item, sender: `0x${'77'.repeat(20)}` }, upper] })
    expect(read.isLastUsed).toBe(false)
    expect(read.items.map(({ sender }) => sender.toLowerCase())).toEqual([user.toLowerCase()])
  })

  it('accepts missing page numbers', async () => {
    expect(await page({})).toEqual({ items: [], isLastUsed: true })
    expect((await page({ data: null })).items).toEqual([])
  })

  it.each([
    ['requestType', 5],
    ['requestHash', '0x1'],
    ['sender', null],
    ['recipient', '0x1'],
  ])('names $.data[0].%s when a page has no valid item', async (key, value) => {
    const { facts } = await problemOf(page({ data: [{ ...item, [key]: value }] }))
    expect(facts.path).toBe(`$.data[0].${key}`)
    expect((await page({ data: [{ ...item, [key]: value }, item] })).items).toHaveLength(1)
  })

  it.each<[string, unknown, unknown]>([
    ['sourceTransactionHash', 5, null],
    ['destinationTransactionHash', 'x'.repeat(200), null],
    ['input', 'x', []],
    ['output', {}, []],
    ['input', [null, { amount: '1' }, item.input[0]], [{ amount: '10000000' }]],
    ['input', item.input[0], [{ amount: '10000000' }]],
    ['input', [{ ...item.input[0], amount: 1, valueInUsd: {} }], [{ amount: null, valueInUsd: null }]],
  ])('drops only the unreadable part of %s (%#)', async (key, value, expected) => {
    const { items } = await page({ data: [{ ...item, [key]: value }] })
    expect(items).toMatchObject([{ [key]: expected }])
  })

  it.each([
    ['srcTimestamp', 'sourceSeconds', 1779392851000],
    ['destTimestamp', 'destinationSeconds', 'now'],
  ])('reads a %s that is no time as null', async (key, field, value) => {
    expect((await page({ data: [{ ...item, [key]: value }] })).items).toMatchObject([{ [field]: null }])
  })

  it('reads a flat list', async () => {
    expect((await page([item, 'x'])).items).toHaveLength(1)
  })

  it('names the fault of a malformed page', async () => {
    expect((await problemOf(page({ data: {} }))).facts.path).toBe('$.data')
    expect((await problemOf(page('x'))).facts.path).toBe('$')
  })
})
