import { lowerHex } from '../../lib/base/hex.ts'
import { createEntries } from '../../lib/history/entries.ts'
import { noFilter } from '../../lib/history/history-filter.ts'
import { historyHandlers } from '../../lib/history/history-messages.ts'
import { findDeploymentToken } from '../../lib/tokens/configure-token.ts'
import { signedRequest } from '../harness/actions.ts'
import { deployment, harbour, island, tokenOf, user } from '../harness/chains.ts'
import { createWorld } from '../harness/world.ts'
import { createFakeService, jsonAnswer } from '../unit/service/fake-service.ts'
import { historyItem } from '../unit/service/wire-fixtures.ts'
import type { OtherLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

/** The person reads the service's history. A listed token must have the file's name and decimals, or not be there. */
function historyLie(name: string, change: (item: Wire) => unknown): OtherLie {
  return {
    name: `history: ${name}`,
    liar: 'service',
    async observe() {
      const item: Wire = structuredClone({
        ...historyItem,
        input: [{ token: tokenOf(harbour, 'USDC'), amount: signedRequest.inputAmount }],
        output: [{ token: tokenOf(island, 'DAI'), fulfilledAmount: '1490000000000000000' }],
        sender: user,
      })
      change(item)
      const world = await createWorld('database')
      const { client } = createFakeService(() =>
        jsonAnswer({ success: true, statusCode: 200, result: { data: [item], pageSize: 20 } }),
      )
      const entries = createEntries(world.database)
      const handlers = historyHandlers({
        deployment,
        clock: world.clock,
        catalogue: { token: async () => null },
        entries,
        orders: world.orders,
        service: client,
        knownAddress: async () => user,
        wipe: async () => 0,
        version: '1.0.0',
      })
      const { count } = await handlers.readServiceHistory({ pageNumber: 1 })
      const page = await entries.readPage({ filter: noFilter, after: null, floorMs: null, limit: 9 })
      const tokens = page.entries.flatMap((entry) => {
        const legs = [...(entry.item?.input ?? []), ...(entry.item?.output ?? [])]
        return [entry.inputToken, entry.outputToken, ...legs.map(({ token }) => token)].filter(
          (token) => token !== null,
        )
      })
      const { text } = await handlers.exportHistory({ filter: noFilter, format: 'csv', after: null })
      const believed = tokens.flatMap((token) => {
        const own = findDeploymentToken(deployment, token.chainId, lowerHex(token.address as `0x${string}`))
        const isOwn = own === null ? !token.isVerified : token.isVerified && token.symbol === own.symbol
        return isOwn && (own === null || token.decimals === own.decimals) ? [] : [`${token.symbol} is named`]
      })
      return {
        walletRequests: [],
        reportedCodes: [`${count} read`],
        claimed: tokens.map(({ symbol }) => symbol).join(', '),
        believed: [...believed, ...(text.includes('FAKE') ? ['FAKE is exported'] : [])],
      }
    },
  }
}

export const historyLies: readonly OtherLie[] = [
  historyLie('a listed token has another symbol', (item) => writePath(item, 'output.0.token.symbol', 'FAKE')),
  historyLie('a listed token has the symbol of another one', (item) =>
    writePath(item, 'output.0.token.symbol', 'WETH'),
  ),
  historyLie('a listed token has fewer decimals', (item) => writePath(item, 'input.0.token.decimals', 2)),
  historyLie('a token that is not listed counts as verified', (item) =>
    writePath(item, 'output.0.token', {
      ...tokenOf(island, 'DAI'),
      address: `0x${'ba'.repeat(20)}`,
      isVerified: true,
    }),
  ),
]
