import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { decodeGrouped } from '../harness/decoded-quote.ts'
import { accounts } from './chains/chain-book.ts'
import { deploymentFor } from './chains/deployment-file.ts'
import { freePortBase } from './chains/free-port-base.ts'
import { portsFor } from './chains/ports.ts'
import { liveClient } from './live-client.ts'
import { signedBody } from './service/person.ts'
import { responseFormats } from './service/response-formats.ts'
import { useTestService } from './use-sandbox.ts'

const base = await freePortBase()
const refundAddress = `0x${'ab'.repeat(20)}` as const

const service = await useTestService(portsFor(base).service)

const client = () => liveClient(deploymentFor(portsFor(base)))

function requestFor(options: QuoteRequest['options'] = {}): QuoteRequest {
  return {
    ...{ originChainId: 31337, destinationChainId: 31338, inputToken: service.usdc },
    ...{ inputAmount: '25000000', outputToken: nativeAddress, slippagePercent: '0.5' },
    ...{ userAddress: accounts.person, receiverAddress: accounts.person },
    options,
  }
}

async function keysOf(request: QuoteRequest): Promise<readonly string[]> {
  const { result } = await client().quote(request, { priority: 'quote' })
  const { routes, unread } = decodeGrouped(result, request)
  expect(unread).toEqual([])
  return routes.map(({ kind, output }) => `${kind} ${output?.minAmountOut ?? 'unsaid'}`)
}

const requests = {
  'an ordinary one': {},
  'every kind of route': {
    enableManual: true,
    enableMultipleAutoRoutes: true,
    enableDepositAddress: true,
    refundAddress,
  },
  'the older deposit': { useDepositAddress: true, refundAddress },
  refuel: { enableManual: true, refuel: true },
  'the inbox': { useInbox: true },
} as const

describe.each(responseFormats)('a service whose responses are %s', (dress) => {
  test.each(Object.entries(requests))('loses no route of %s', async (_, options) => {
    const quoteRequest = requestFor(options)
    const plain = await keysOf(quoteRequest)
    await service.control.shape(dress)
    expect(await keysOf(quoteRequest)).toEqual(plain)
  })

  test('builds a transaction, and has the same tokens and chains', async () => {
    const request = requestFor({ enableManual: true })
    const { manualRoutes } = decodeGrouped(
      (await client().quote(request, { priority: 'quote' })).result,
      request,
    )
    const read = async () => {
      const [tokens, found, chains] = await Promise.all([
        client().tokens(),
        client().search('usdc'),
        client().chains(),
      ])
      return [tokens.result, found.result, chains.result]
    }
    const plain = await read()
    await service.control.shape(dress)
    expect(await read()).toEqual(plain)
    const built = await client().buildTx(manualRoutes[0]?.quoteId ?? '')
    expect(built.result.txData.data.length).toBeGreaterThan(10)
  })

  test('loses no row of the sender’s history', async () => {
    const made: string[] = []
    for (let count = 0; count < 2; count += 1) {
      const route = await service.route()
      made.unshift(route.requestHash)
      expect((await service.api('exchange/submit', { body: await signedBody(route) })).status).toBe(201)
    }
    const read = async () =>
      (await client().history({ sender: accounts.person, pageNumber: 1, pageSize: 10 })).result
    const rows = async () =>
      (await read()).items.map(({ requestHash, sender, recipient, input }) => {
        return [requestHash, sender, recipient, input.map(({ amount, token }) => [amount, token.address])]
      })
    const plain = await rows()
    expect(plain.map(([hash, sender]) => [hash, sender])).toEqual(made.map((hash) => [hash, accounts.person]))
    await service.control.shape(dress)
    expect(await rows()).toEqual(plain)
    expect((await read()).otherAccountsCount).toBe(0)
  })
})
