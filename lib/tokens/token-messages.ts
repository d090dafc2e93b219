import * as v from 'valibot'
import type { Address } from '../base/hex.ts'
import { type Handlers, message, noInput, output } from '../base/message.ts'
import { createReadCache } from '../base/read-cache.ts'
import { chainIdShape, digitsShape, textShape } from '../base/shapes.ts'
import { type Clock, minuteMs } from '../base/time.ts'
import { fallbackChainName } from '../base/untrusted-text.ts'
import type { BalanceCache, Balances, ChainReader } from '../chain/chain-reader.ts'
import { maxNativeUnits } from '../chain/costs.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { Deployment } from '../deployment/schema.ts'
import type { Client } from '../service/client.ts'
import type { Chain, Holding, Token } from '../service/token.ts'
import type { Catalogue, FoundTokens } from './catalogue.ts'
import { configureToken } from './configure-token.ts'
import type { Images } from './images.ts'
import { isOnNamedChain } from './token-query.ts'
import { maxListedTokens, trustRank } from './token-search.ts'

export interface ChainView extends Chain {
  /** The chain is in the deployment file, so Ferry can sign and send there. */
  readonly isConfigured: boolean
  readonly explorerUrl: string | null
  /** The deployment's RPC endpoints in order; empty for a chain that is not in it. */
  readonly rpcUrls: readonly string[]
}

export const tokenMessages = {
  /** Searches our own lists. Results are sorted best first. */
  tokens: message(
    v.strictObject({
      /** Null searches all chains. */
      chainId: v.nullable(chainIdShape),
      /** Matches symbol, name or address. An empty query returns the beginning of the list. */
      query: textShape(256),
      side: v.picklist(['input', 'output']),
    }),
    output<FoundTokens>(),
  ),
  /** Searches the service. Returns only tokens that our own lists do not have. */
  searchTokens: message(v.strictObject({ query: textShape(256) }), output<readonly Token[]>()),
  balances: message(
    v.strictObject({
      chainId: chainIdShape,
      tokens: v.pipe(v.array(textShape(128, 1)), v.maxLength(1_000), v.readonly()),
    }),
    output<Balances>(),
  ),
  /** Returns the largest native amount that leaves enough for gas, in the smallest unit. */
  maxNative: message(v.strictObject({ chainId: chainIdShape, balance: digitsShape }), output<string>()),
  /** The connected account's holdings on the deployment's chains, with values, from the service's list. */
  holdings: message(noInput, output<readonly Holding[]>()),
  /** Logos as `data:` URLs by address. Logos that cannot be shown are left out. */
  images: message(
    v.strictObject({ urls: v.pipe(v.array(textShape(500)), v.maxLength(40), v.readonly()) }),
    output<{ readonly [url: string]: string }>(),
  ),
}

interface TokenPorts {
  readonly deployment: Deployment
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly service: Pick<Client, 'search' | 'holdings'>
  readonly chain: Pick<ChainReader, 'gasPrice'>
  readonly balances: BalanceCache
  readonly images: Images
  /** Throws `walletNotConnected` without an account, even a watched one. */
  readonly knownAddress: () => Promise<Address>
  /** Adds the id to the name of a chain, since another chain may have the same name. */
  readonly chainNameWithId: (name: string, chainId: number) => string
}

export async function createChainViews({
  catalogue,
  deployment,
  chainNameWithId,
}: Pick<TokenPorts, 'catalogue' | 'deployment' | 'chainNameWithId'>): Promise<readonly ChainView[]> {
  const chains = await catalogue.chains()
  return chains.map((chain) => {
    const { chainId, name } = chain
    const config = chainConfig(deployment, chainId)
    const [explorerUrl, rpcUrls] = [config?.explorerUrl ?? null, config?.rpcUrls ?? []]
    const explorerPaths = config?.explorerPaths
    // Two chains may have the same name. Only a chain of the deployment is identified by its name.
    const isPlain = config !== null || name === fallbackChainName(chainId)
    const shown = isPlain ? name : chainNameWithId(name, chainId)
    const view = { ...chain, name: shown, isConfigured: config !== null, explorerUrl, rpcUrls }
    return explorerPaths === undefined ? view : { ...view, explorerPaths }
  })
}

export function tokenHandlers(ports: TokenPorts): Handlers<typeof tokenMessages> {
  const { deployment, catalogue, service, knownAddress } = ports
  const chainIds = deployment.chains.map(({ chainId }) => chainId)
  // The service answers with its whole token list.
  const readValuations = createReadCache<readonly Holding[]>(ports.clock, minuteMs)
  return {
    tokens: ({ chainId, query, side }) => catalogue.find(query, chainId, side),
    async searchTokens({ query }) {
      const wanted = await catalogue.parseQuery(query)
      const forms = await catalogue.addressFormats()
      const found = (await service.search(wanted.serviceText, forms)).result
      const others = (await catalogue.filterUnlisted(wanted, found)).map((token) =>
        configureToken(deployment, token),
      )
      return others
        .filter((token) => isOnNamedChain(token, wanted))
        .toSorted((a, b) => trustRank(a) - trustRank(b))
        .slice(0, maxListedTokens)
    },
    balances: async ({ chainId, tokens }) => ports.balances(chainId, await knownAddress(), tokens),
    async maxNative({ chainId, balance }) {
      const reserveUnits = await catalogue.reserveUnits(chainId)
      return maxNativeUnits(BigInt(balance), await ports.chain.gasPrice(chainId), reserveUnits).toString()
    },
    async holdings() {
      const userAddress = await knownAddress()
      return readValuations(userAddress, async () => {
        return (await service.holdings({ chainIds, userAddress }, { priority: 'list' })).result
      })
    },
    images: ({ urls }) => ports.images.dataUrls(urls),
  }
}
