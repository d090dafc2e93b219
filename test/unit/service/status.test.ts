import { describe, expect, it } from 'vitest'
import { withValue } from '../base/with-value.ts'
import { createFakeService, jsonAnswer, serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { requestHash, usdcArbitrum, user } from './quote-fixture.ts'
import { echo, record } from './wire-fixtures.ts'

const options = { priority: 'watchedStatus' } as const
const txHash = (digits: string) => `0x${digits.repeat(32)}`

const look = (result: unknown) => serviceWith(result).client.status({ requestHash }, options)
const recordOf = async (result: unknown) => {
  const seen = await look(result)
  return seen.kind === 'record' ? seen.record : null
}

describe('status', () => {
  it('requests by one hash', async () => {
    const { client, sent } = serviceWith([record])
    await client.status({ requestHash }, options)
    await client.status({ txHash: txHash('ee') }, options)
    const queries = [`?requestHash=${requestHash}`, `?txHash=${txHash('ee')}`]
    expect(sent.map(({ url }) => url.search)).toEqual(queries)
  })

  it.each([
    ['in an array', [record]],
    ['alone', record],
    ['behind 999 others', [...Array(999).fill({ hash: txHash('00'), exchangeStatusCode: 5 }), record]],
    [
      'first, when none says whose it is',
      [withValue(record, ['hash'], null), { ...record, hash: txHash('00'), exchangeStatusCode: 5 }],
    ],
  ])('reads a record %s', async (_, result) => {
    expect(await recordOf(result)).toMatchObject({
      statusCode: 3,
      originChainId: 42161,
      destinationChainId: 8453,
      inputToken: usdcArbitrum.address,
      inputAmount: '10000000',
      userAddress: user,
      receiverAddress: user,
      sourceTransactionHash: txHash('ab'),
      destinationTransactionHash: txHash('cd'),
      refundTransactionHash: null,
      refundChainId: null,
      fulfilledAmount: '9852448',
    })
    expect((await look(result)).serverRequestId).toBe('req-1')
  })

  it.each([
    ['an empty record', {}],
    ['a bare code without meaning', { exchangeStatusCode: 12 }],
    ['an echo that names one chain', withValue(echo, ['originData', 'originChainId'], 1)],
  ])('returns notIndexed for %s', async (_, result) => {
    expect(await look(result)).toEqual({ kind: 'notIndexed', serverRequestId: 'req-1', clockOffsetMs: 0 })
  })

  it('returns notIndexed without any result', async () => {
    const { client } = createFakeService(() => jsonAnswer({ success: true, statusCode: 200 }))
    expect((await client.status({ requestHash }, options)).kind).toBe('notIndexed')
  })

  it('reads a record as the interface writes it', async () => {
    const written = { exchangeStatusCode: 4, status: { destinationData: { txHash: txHash('cd') } } }
    const absent = { originChainId: null, fulfilledAmount: null }
    const found = { statusCode: 4, destinationTransactionHash: txHash('cd'), ...absent }
    expect(await recordOf(written)).toMatchObject(found)
  })

  it.each([
    ['with no more than its code', { exchangeStatusCode: 0 }],
    ['with the place of a hash', { exchangeStatusCode: 0, status: { destinationData: { txHash: null } } }],
    ['with an empty place', { exchangeStatusCode: 0, status: {} }],
  ])('reads PENDING as the interface writes it, %s', async (_, written) => {
    for (const result of [written, [written]])
      expect(await recordOf(result)).toMatchObject({ statusCode: 0, destinationTransactionHash: null })
  })

  it('reads a refund', async () => {
    const refunded = { ...record, exchangeStatusCode: 7, refund: { chainId: 42161, txHash: txHash('ef') } }
    const refund = { refundTransactionHash: txHash('ef'), refundChainId: 42161 }
    expect(await recordOf([refunded])).toMatchObject({ statusCode: 7, ...refund, fulfilledAmount: null })
  })

  it('has no delivered amount before the delivery, and then the lowest that is named', async () => {
    const promised = { ...record, exchangeStatusCode: 2 }
    expect(await recordOf(promised)).toMatchObject({ fulfilledAmount: null })
    const both = withValue(record, ['destinationData', 'output', 0, 'fulfilledAmount'], '9852449')
    expect(await recordOf(both)).toMatchObject({ fulfilledAmount: '9852449' })
    const net = withValue(record, ['destinationData', 'output', 0, 'effectiveAmount'], '9852447')
    expect(await recordOf(net)).toMatchObject({ fulfilledAmount: '9852447' })
    const single = withValue(record, ['destinationData', 'output'], record.destinationData.output[0])
    expect(await recordOf(single)).toMatchObject({ fulfilledAmount: '9852448' })
  })

  it('retains ids in the format of their chain', async () => {
    const signature =
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
    const toSolana = withValue(record, ['destinationData', 'destinationChainId'], 89999)
    expect(await recordOf(withValue(toSolana, ['destinationData', 'txHash'], signature))).toMatchObject({
      destinationTransactionHash: signature,
    })
    const fromTron = withValue(record, ['originData', 'originChainId'], 728126428)
    const back = withValue(fromTron, ['refund'], { chainId: 728126428, txHash: 'ef'.repeat(32) })
    expect(await recordOf(withValue(back, ['originData', 'txHash'], 'ab'.repeat(32)))).toMatchObject({
      sourceTransactionHash: 'ab'.repeat(32),
      refundTransactionHash: 'ef'.repeat(32),
      hasSourcePayment: true,
    })
    // The interface as written names no chain, so the id's own format decides.
    const written = { exchangeStatusCode: 4, status: { destinationData: { txHash: signature } } }
    expect(await recordOf(written)).toMatchObject({ destinationTransactionHash: signature })
  })

  it('retains ids of a chain whose record names another format, letter by letter', async () => {
    const id = 'E3F5aB+/=_-x'.repeat(4)
    const body = withValue(record, ['destinationData', 'txHash'], id)
    const forms = { [record.destinationData.destinationChainId]: 'unknown' } as const
    const { client } = serviceWith([body])
    const read = await client.status({ requestHash }, { priority: 'watchedStatus' }, forms)
    expect(read).toMatchObject({ record: { destinationTransactionHash: id } })
    expect(await recordOf(body)).toMatchObject({ destinationTransactionHash: null })
  })

  it.each([
    ['$', 'text'],
    ['$[0]', ['text']],
    ['$[0]', [[]]],
  ])('names %s when it is malformed', async (path, result) => {
    const problem = await problemOf(look(result))
    expect([problem.code, problem.facts.path]).toEqual(['serviceAnswerInvalid', path])
  })

  it.each<[string, readonly string[], unknown]>([
    ['hash', ['hash'], 5],
    ['sourceTransactionHash', ['originData'], 'x'],
    ['inputAmount', ['originData', 'input'], 'x'],
    ['inputAmount', ['originData', 'input', '0', 'amount'], 10_000_000],
    ['inputToken', ['originData', 'input', '0', 'token'], []],
    ['inputToken', ['originData', 'input'], [7, 8]],
    ['originChainId', ['originData', 'originChainId'], '42161'],
    ['userAddress', ['originData', 'userAddress'], '0x1'],
    ['destinationTransactionHash', ['destinationData'], 1],
    ['destinationChainId', ['destinationData', 'destinationChainId'], 0],
    ['receiverAddress', ['destinationData', 'receiverAddress'], []],
    ['fulfilledAmount', ['destinationData', 'output', '0', 'amount'], 9.8],
    ['refundTransactionHash', ['refund'], 'x'],
    ['refundChainId', ['refund'], { chainId: 'x' }],
  ])('drops only an unreadable %s (%#)', async (field, path, value) => {
    const found = await recordOf(withValue(record, path, value))
    expect(found).toMatchObject({ statusCode: 3, [field]: field === 'hash' ? '' : null })
  })

  it('reads the first record of a list after malformed items', async () => {
    expect(await recordOf([null, 'x', [], record])).toMatchObject({ statusCode: 3 })
  })
})
