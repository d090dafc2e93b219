import { expect, test } from 'vitest'
import { Problem } from '../../lib/base/problem.ts'
import type { Deployment } from '../../lib/deployment/schema.ts'
import { createQuoteService } from '../../lib/quote/quote-messages.ts'
import { createQuoteView } from '../../lib/quote/quote-view.ts'
import { createApprovalGasReader } from '../../lib/review/approval-reads.ts'
import { signedRequest } from '../harness/actions.ts'
import { account, deployment, island, tokenOf } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'

const usdc = tokenOf(island, 'USDC')

const withoutIsland: Deployment = {
  ...deployment,
  chains: deployment.chains.filter(({ chainId }) => chainId !== island.chainId),
}

async function readQuotedToken(findToken: Parameters<typeof createQuoteService>[0]['findToken']) {
  const world = await createWorld()
  const approvalGas = createApprovalGasReader(world.reviewPorts)
  const shared = { ...world.reviewPorts, deployment: withoutIsland, approvalGas }
  const ports = { ...shared, findToken, forms: async () => ({}) }
  const service = createQuoteService(ports, world.expiringStore)
  const outcome = await service.quote('view', signedRequest, account)
  if (outcome.kind !== 'quote') return outcome.kind
  return createQuoteView(outcome.quoteKey, outcome.held, withoutIsland)?.routes[0]?.output?.token
}

test('reads the address formats from the chain records', async () => {
  const world = await createWorld()
  world.addressFormats = {
    [signedRequest.originChainId]: 'evm',
    [signedRequest.destinationChainId]: undefined,
  }
  const outcome = await world.quotes.quote('view', signedRequest, account)
  expect(outcome).toMatchObject({ kind: 'quote', held: { request: { originFormat: 'evm' } } })
  expect(outcome.kind === 'quote' && outcome.held.request).not.toHaveProperty('destinationFormat')
})

test('names a token on a chain outside of the package as the list of that chain does', async () => {
  const listed = { ...usdc, symbol: 'LISTED', name: 'Listed' }
  const find = async (chainId: number, address: string) =>
    chainId === usdc.chainId && address === usdc.address ? listed : null
  expect(await readQuotedToken(find)).toMatchObject({ symbol: 'LISTED', name: 'Listed', isVerified: false })
})

test('uses the quote’s token name when no list has the token or none can be read', async () => {
  expect(await readQuotedToken(async () => null)).toMatchObject({ symbol: 'USDC' })
  const fails = async () => {
    throw new Problem('serviceUnreachable')
  }
  expect(await readQuotedToken(fails)).toMatchObject({ symbol: 'USDC' })
})
