import { beforeEach, describe, expect, test } from 'vitest'
import { nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { QuoteOptions } from '../../lib/service/quote-request-shape.ts'
import { decodeGrouped } from '../harness/decoded-quote.ts'
import { accounts } from './chains/chain-book.ts'
import { deploymentFor } from './chains/deployment-file.ts'
import { freePortBase } from './chains/free-port-base.ts'
import { portsFor } from './chains/ports.ts'
import { liveClient } from './live-client.ts'
import { farAddress } from './service/far-address.ts'
import { useTestService } from './use-sandbox.ts'

const base = await freePortBase()

const service = await useTestService(portsFor(base).service)

const client = () => liveClient(deploymentFor(portsFor(base)))

async function quoteOf(options: QuoteOptions, more: Partial<QuoteRequest> = {}) {
  const request: QuoteRequest = {
    ...{ originChainId: 31337, destinationChainId: 31338, inputToken: service.usdc },
    ...{ inputAmount: '25000000', outputToken: nativeAddress, slippagePercent: '0.5' },
    ...{ userAddress: accounts.person, receiverAddress: accounts.person },
    ...more,
    options,
  }
  return decodeGrouped((await client().quote(request, { priority: 'quote' })).result, request)
}

describe.each(['observed', 'interface'] as const)("Ferry's decoders in the shape %s", (shape) => {
  beforeEach(() => service.control.shape(shape))

  test('read a receiver in an address format that no chain id implies', async () => {
    const chains = (await client().chains()).result
    const ton = chains.find(({ name }) => name === 'Ton')
    expect(ton).toMatchObject({ addressFormat: 'unknown', currency: { symbol: 'TON', decimals: 9 } })
    const receiverAddress = farAddress('ton', 'receiver')
    const destinationFormat = 'unknown'
    const quote = await quoteOf(
      { enableManual: true },
      {
        ...{ destinationChainId: ton?.chainId ?? 0, destinationFormat, receiverAddress },
        outputToken: farAddress('ton', `${ton?.chainId}:USDC`, 'token'),
      },
    )
    expect(quote.receiverAddress).toBe(receiverAddress)
    expect(quote.manualRoutes.length).toBeGreaterThan(0)
    const requested = (await service.control.asked()).findLast(({ endpoint }) => endpoint === 'quote')
    expect(requested?.params).toMatchObject({ receiverAddress })
  })

  test('read a route that only a Solana wallet could send', async () => {
    const far = { originChainId: 89999, destinationChainId: 89999, inputToken: nativeAddress }
    const { body } = await service.api<{ tokens: { [chainId: string]: { address: string }[] } }>(
      'tokens/search?q=USDC',
    )
    const found = Object.values(body.result.tokens ?? body.result).flat()
    const outputToken = found.find(({ address }) => !address.startsWith('0x'))?.address ?? ''
    const quote = await quoteOf(
      {
        ...{ solanaSponsorAddress: farAddress('solana', 'sponsor'), useDepositAddress: true },
        refundAddress: farAddress('solana', 'refund'),
      },
      {
        ...far,
        ...{ outputToken, inputAmount: '5000000000', userAddress: null },
        receiverAddress: farAddress('solana', 'receiver'),
      },
    )
    expect(quote.autoRoute).toMatchObject({ isForeign: true })
  })
})
