import { describe, expect, it, test } from 'vitest'
import { quote as createQuote } from '../../../lib/service/quote.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import { indicativeAddress, serviceWith } from './fake-service.ts'
import { problemOf } from './problem-of.ts'
import { request, signQuote, user } from './quote-fixture.ts'

const other = '0x00000000000000000000000000000000000000A1'
const solana = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'

/** Every row of the table of interface 4.4: the option, and the sent text. */
const rows: readonly (readonly [name: string, asked: Partial<QuoteRequest>, text: string])[] = [
  ['destinationChainId', { destinationChainId: 10 }, '10'],
  ['inputToken', { inputToken: other }, other.toLowerCase()],
  ['inputAmount', { inputAmount: '1' }, '1'],
  ['receiverAddress', { receiverAddress: other }, other.toLowerCase()],
  ['outputToken', { outputToken: other }, other.toLowerCase()],
  ['originChainId', { originChainId: 10 }, '10'],
  ['userAddress', {}, user],
  ['slippage', { slippagePercent: '0.5' }, '0.5'],
  ['delegateAddress', option({ delegateAddress: other }), other.toLowerCase()],
  ['refuel', option({ refuel: true }), 'true'],
  ['destinationPayload', option({ destinationPayload: '0x12', destinationGasLimit: '90000' }), '0x12'],
  ['destinationGasLimit', option({ destinationPayload: '0x12', destinationGasLimit: '90000' }), '90000'],
  ['feeBps', option({ feeBps: '3.5', feeTakerAddress: other }), '3.5'],
  ['feeTakerAddress', option({ feeBps: '3.5', feeTakerAddress: other }), other.toLowerCase()],
  ['enableManual', option({ enableManual: true }), 'true'],
  ['disableSwapping', option({ disableSwapping: true }), 'true'],
  ['disableAuto', option({ disableAuto: true, enableManual: true }), 'true'],
  ['excludeBridges', option({ excludeBridges: ['cctp-v2', 'across'] }), 'cctp-v2,across'],
  ['includeBridges', option({ includeBridges: ['stargate-v2'] }), 'stargate-v2'],
  ['includeDexes', option({ includeDexes: ['openocean', 'zerox'] }), 'openocean,zerox'],
  ['excludeDexes', option({ excludeDexes: ['openocean'] }), 'openocean'],
  ['exclusiveTransmitter', option({ exclusiveTransmitter: other }), other.toLowerCase()],
  ['useInbox', option({ useInbox: true }), 'true'],
  ['enableMultipleAutoRoutes', option({ enableMultipleAutoRoutes: true }), 'true'],
  ['useDepositAddress', option({ useDepositAddress: true }), 'true'],
  ['enableDepositAddress', option({ enableDepositAddress: true, refundAddress: other }), 'true'],
  ['refundAddress', option({ enableDepositAddress: true, refundAddress: other }), other.toLowerCase()],
  [
    'depositDestinationMemo',
    { originChainId: 1110002, ...option({ useDepositAddress: true, depositDestinationMemo: '77' }) },
    '77',
  ],
  ['exchange', option({ exchange: 'binance' }), 'binance'],
  ['solanaSponsorAddress', option({ solanaSponsorAddress: solana }), solana],
]

function option(options: QuoteOptions): Pick<QuoteRequest, 'options'> {
  return { options } as Required<Pick<QuoteRequest, 'options'>>
}

async function queryOf(requested: QuoteRequest): Promise<{ readonly [name: string]: string }> {
  const { client, sent } = serviceWith(signQuote)
  await client.quote(requested, { priority: 'quote' })
  return Object.fromEntries(sent[0]?.url.searchParams ?? [])
}

test('the table has every parameter of interface 4.4', () => {
  expect(rows.length).toBe(30)
  expect(new Set(rows.map(([name]) => name)).size).toBe(30)
})

test.each(rows)('%s is sent under its name, as text', async (name, requested, text) => {
  expect((await queryOf({ ...request, ...requested }))[name]).toBe(text)
})

test('sends no parameter that is not set', async () => {
  const bare = ['originChainId', 'destinationChainId', 'inputToken', 'outputToken', 'inputAmount']
  const query = await queryOf({ ...request, slippagePercent: null })
  expect(Object.keys(query).toSorted()).toEqual([...bare, 'userAddress', 'receiverAddress'].toSorted())
})

test('sends false if the user set it', async () => {
  expect((await queryOf({ ...request, ...option({ refuel: false }) })).refuel).toBe('false')
})

describe('without a wallet', () => {
  it("has the operator's indicative address", async () => {
    const query = await queryOf({ ...request, userAddress: null, slippagePercent: null })
    expect([query.userAddress, query.receiverAddress]).toEqual([indicativeAddress, indicativeAddress])
    const named = await queryOf({ ...request, userAddress: null, receiverAddress: user })
    expect([named.userAddress, named.receiverAddress]).toEqual([indicativeAddress, user])
  })

  it('is not sent if there is no indicative address', async () => {
    const sent: string[] = []
    const service = { baseUrl: 'https://swap.example', kind: 'frontend', requestsPerMinute: 1 } as const
    const nobody = createQuote(
      async ({ path }) => {
        sent.push(path)
        throw new Error('nothing may be sent')
      },
      { fee: null, chains: [], service },
    )
    for (const receiverAddress of [null, user]) {
      const requested = { ...request, userAddress: null, receiverAddress }
      expect((await problemOf(nobody(requested, { priority: 'quote' }))).code).toBe('walletNotConnected')
    }
    expect(sent).toEqual([])
  })
})

test("includes the operator's fee", async () => {
  const { client, sent } = serviceWith(signQuote, { feeBps: '3.5', feeTakerAddress: user })
  await client.quote(request, { priority: 'quote' })
  const query = Object.fromEntries(sent[0]?.url.searchParams ?? [])
  expect(query).toMatchObject({ feeBps: '3.5', feeTakerAddress: user })
})

describe('a deposit', () => {
  const deposit = { ...request, userAddress: null, receiverAddress: other }

  it('needs no account', async () => {
    const options = option({ enableDepositAddress: true, refundAddress: user })
    const query = await queryOf({ ...deposit, ...options })
    expect(query).not.toHaveProperty('userAddress')
    expect(query.receiverAddress).toBe(other.toLowerCase())
  })

  it("sends an origin's addresses unchanged", async () => {
    const inputToken = 'native'
    const options = option({ enableDepositAddress: true, refundAddress: stellar })
    const query = await queryOf({ ...deposit, originChainId: 1110002, inputToken, ...options })
    expect([query.inputToken, query.refundAddress]).toEqual([inputToken, stellar])
  })
})

describe('a chain that is not EVM', () => {
  const within = {
    originChainId: 89999,
    destinationChainId: 89999,
    userAddress: null,
    receiverAddress: solana,
  }
  const sponsored = option({ solanaSponsorAddress: solana })

  it('gets its own addresses unchanged, and its own as userAddress for a swap within the chain', async () => {
    const outputToken = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const query = await queryOf({ ...request, ...within, ...sponsored, outputToken })
    expect(query).toMatchObject({ outputToken, userAddress: solana, receiverAddress: solana })
  })

  it('never gets a placeholder in another address format', async () => {
    const toEvm = { ...within, destinationChainId: 8453, receiverAddress: user }
    expect(await queryOf({ ...request, ...toEvm, ...sponsored })).not.toHaveProperty('userAddress')
    for (const outputToken of ['So1anaMint', `0x${'e'.repeat(40)}`]) {
      const { client, sent } = serviceWith(signQuote)
      const requested = { ...request, destinationChainId: 89999, outputToken, receiverAddress: null }
      expect((await problemOf(client.quote(requested, { priority: 'quote' }))).code).toBe('addressInvalid')
      expect(sent).toEqual([])
    }
  })
})

test('sends nothing for a forbidden request', async () => {
  const { client, sent } = serviceWith(signQuote)
  const requested = { ...request, ...option({ destinationPayload: '0x12' }) }
  expect((await problemOf(client.quote(requested, { priority: 'quote' }))).code).toBe('optionMissing')
  expect(sent).toEqual([])
})

describe('addresses of a chain whose record names another format', () => {
  const ton = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
  const sui = `0x${'aB'.repeat(32)}`

  test.each([
    [{ destinationChainId: 5, destinationFormat: 'unknown', receiverAddress: ton }, ton],
    [{ destinationChainId: 5, destinationFormat: 'unknown', receiverAddress: other }, other],
    [{ destinationChainId: 5, destinationFormat: 'sui', receiverAddress: sui }, sui],
    [{ destinationChainId: 1110006, receiverAddress: sui }, sui],
  ] as const)('are sent unchanged: %o', async (part, receiverAddress) => {
    expect(await queryOf({ ...request, ...part })).toMatchObject({ receiverAddress })
  })

  test('have no placeholder', async () => {
    const nobody = { ...request, destinationFormat: 'unknown', receiverAddress: null } as const
    expect((await problemOf(queryOf(nobody))).code).toBe('addressInvalid')
  })

  test('are sent unchanged as refund address', async () => {
    const from = {
      originChainId: 5,
      originFormat: 'unknown',
      userAddress: null,
      receiverAddress: user,
    } as const
    const requested = { ...request, ...from, ...option({ enableDepositAddress: true, refundAddress: ton }) }
    expect(await queryOf(requested)).toMatchObject({ refundAddress: ton })
  })
})
