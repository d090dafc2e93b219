import { nativeAddress } from '../base/hex.ts'
import { type Clock, minuteMs } from '../base/time.ts'
import { chainConfig, type Deployment } from '../deployment/deployment.ts'
import type { ServiceCall } from '../order/order.ts'
import { type Chain, canUse, type Side, type Token } from '../service/token.ts'
import type { ServiceResponse } from '../service/transport.ts'
import { createCachedList, isListedChain, type Lists } from './cached-list.ts'
import { configuredChain, configuredToken, inConfiguredWords } from './configured-token.ts'
import { createTokenLists, type TokenListPorts } from './token-lists.ts'

interface CataloguePorts {
  readonly clock: Clock
  readonly lists: Lists
  readonly deployment: Deployment
  readonly readChains: () => Promise<ServiceResponse<readonly Chain[]>>
  readonly readTokens: TokenListPorts['readTokens']
  readonly rest: TokenListPorts['rest']
  /** Told when a list was read anew in the background. */
  readonly renewed: () => void
  /** A background refresh failed while an older list serves on. */
  readonly failed: (thrown: unknown) => void
}

/** A page of what a search of our own index gives. */
export interface TokenPage {
  readonly tokens: readonly Token[]
  /** With those before and after this page. */
  readonly total: number
  /** When the list was read from the service; null while it never was. */
  readonly readMs: number | null
}

/** A piece of what a search gives. */
interface FindPage {
  readonly offset: number
  readonly limit: number
  /** Chains that this end of a swap cannot use come last, and where nothing was typed what is sent comes from none of them. */
  readonly side?: Side
  /** Keys of tokens that are left out. */
  readonly except?: readonly string[]
}

/** The service's lists, kept with their age and refreshed behind the user's back; all of it works offline. */
export interface Catalogue extends ServiceLists {
  chains(): Promise<readonly Chain[]>
  /** A page of what a text may mean, best first; `chainId` null looks on every chain, the pinned ones first. */
  find(query: string, chainId: number | null, page: FindPage): Promise<TokenPage>
  /** Those of these tokens that `find` does not give for that text. */
  without(query: string, tokens: readonly Token[]): Promise<readonly Token[]>
  token(chainId: number, address: string): Promise<Token | null>
  /** Of all tokens listed on a chain. */
  addresses(chainId: number): Promise<readonly string[]>
  /** Enough for a first pair and a first look: of each pinned chain the verified tokens, then the first of its list. */
  firstTokens(): Promise<readonly Token[]>
}

const chainsFreshMs = 10 * minuteMs
const firstMax = 120
const firstLeast = 8

/**
 * Creates the catalogue of lists: from memory, else the database, else the service; an old list serves while a new one
 * is fetched.
 */
export function createCatalogue(ports: CataloguePorts): Catalogue {
  const { deployment } = ports
  const { shown, sawChains } = createNaming(deployment)
  const { chains, wanted, usable, said } = createChainList(ports, sawChains)
  /** So that a token is found by what the package calls it. */
  const readTokens: TokenListPorts['readTokens'] = async (chainIds, list) => {
    const response = await ports.readTokens(chainIds, list)
    return { ...response, result: response.result.map((token) => inConfiguredWords(deployment, token)) }
  }
  const lists = createTokenLists({ ...ports, readTokens, chains: wanted })

  return {
    chains,
    async find(query, chainId, { offset, limit, side, except }) {
      const [index, { soon, later }] = await Promise.all([lists.ready(), wanted()])
      const chainIds = chainId === null ? [...soon, ...later] : [chainId]
      const usableIds = side === undefined ? new Set(chainIds) : await usable(side)
      const isBare = side === 'input' && query.trim() === ''
      const first = chainIds.filter((id) => usableIds.has(id))
      const found = index.find(query, first, {
        later: isBare ? [] : chainIds.filter((id) => !usableIds.has(id)),
        ...(except === undefined ? {} : { except }),
      })
      const tokens = found.page(offset, limit).map(shown)
      return { tokens, total: found.total, readMs: lists.readMs(chainIds) }
    },
    async without(query, tokens) {
      const index = await lists.ready()
      return tokens.filter((token) => !index.finds(query, token))
    },
    async token(chainId, address) {
      const found = (await lists.ready()).token(chainId, address)
      return found === null ? null : shown(found)
    },
    async reserveUnits(chainId) {
      // Without any list what Ferry reckons itself is what there is.
      const known = await chains().catch(() => [])
      const chain = known.find((one) => one.chainId === chainId)
      return BigInt(chain?.currency.minNativeCurrencyForGas ?? '0')
    },
    answers: async (chainIds) =>
      eachOnce(await Promise.all([said.answer(), ...chainIds.map((chainId) => lists.answer(chainId))])),
    addresses: async (chainId) => (await lists.ready()).of(chainId).map(({ address }) => address),
    async firstTokens() {
      const [index, { soon }] = await Promise.all([lists.ready(), wanted()])
      const each = Math.max(firstLeast, Math.floor(firstMax / Math.max(1, soon.length)))
      return soon.flatMap((chainId) =>
        knownFirst(deployment, chainId, index.of(chainId)).slice(0, each).map(shown),
      )
    },
  }
}

/** Names tokens as the package does, with the picture of a chain's own coin from the list of chains. */
function createNaming(deployment: Deployment) {
  /** Looking for imitations takes longer than finding the token; a list's tokens stay the same objects until it is renewed. */
  const verified = new WeakMap<Token, Token>()
  /** Known before any token is. */
  const coinPictures = new Map<number, string | null>()

  function shown(token: Token): Token {
    const known = verified.get(token)
    if (known !== undefined) return known
    const isCoin = token.address === nativeAddress && token.logoURI === null
    const logoURI = isCoin ? (coinPictures.get(token.chainId) ?? null) : token.logoURI
    const made = configuredToken(deployment, { ...token, logoURI })
    verified.set(token, made)
    return made
  }

  function sawChains(chains: readonly Chain[]): void {
    for (const { chainId, currency } of chains) coinPictures.set(chainId, currency.iconUrl ?? null)
  }

  return { shown, sawChains }
}

/** The service's chains in the package's words, the pinned ones apart; `saw` is told of each reading. */
function createChainList(ports: CataloguePorts, saw: (chains: readonly Chain[]) => void) {
  const { deployment } = ports
  const said = createCachedList(ports, 'chains', chainsFreshMs, ports.readChains, isListedChain)
  const pinned = new Set(deployment.chains.map(({ chainId }) => chainId))

  async function chains(): Promise<readonly Chain[]> {
    const known = (await said.value()).map((chain) => configuredChain(deployment, chain))
    saw(known)
    return known
  }

  async function wanted() {
    const ids = (await chains())
      .filter(({ sendingEnabled, receivingEnabled }) => sendingEnabled || receivingEnabled)
      .map(({ chainId }) => chainId)
    return { soon: ids.filter((id) => pinned.has(id)), later: ids.filter((id) => !pinned.has(id)) }
  }

  async function usable(side: Side): Promise<ReadonlySet<number>> {
    const usableChains = (await chains()).filter((chain) => canUse(chain, pinned.has(chain.chainId), side))
    return new Set(usableChains.map(({ chainId }) => chainId))
  }

  return { said, chains, wanted, usable }
}

/** One answer may hold the tokens of several chains. */
function eachOnce(answers: readonly (ServiceCall | null)[]): readonly ServiceCall[] {
  const known = answers.filter((one) => one !== null)
  const keys = known.map(({ endpoint, atMs, serverRequestId }) => `${endpoint} ${serverRequestId ?? atMs}`)
  return known.filter((_, at) => keys.indexOf(keys[at] ?? '') === at)
}

/** A chain's tokens: its own coin and those that the package verifies come first. */
function knownFirst(deployment: Deployment, chainId: number, tokens: readonly Token[]): readonly Token[] {
  const verified = chainConfig(deployment, chainId)?.verifiedTokens ?? []
  const known = new Set([nativeAddress, ...verified.map(({ address }) => address.toLowerCase())])
  const isKnown = ({ address }: Token) => known.has(address)
  return [...tokens.filter(isKnown), ...tokens.filter((token) => !isKnown(token))]
}

/** What a review takes from the service's lists. */
export interface ServiceLists {
  /** What the list of chains wants kept back of a chain's own coin for gas, smallest unit; 0 where it says nothing. */
  reserveUnits(chainId: number): Promise<bigint>
  /** The answers that the list of chains and these chains' tokens came with, each once; none that nobody asked for yet. */
  answers(chainIds: readonly number[]): Promise<readonly ServiceCall[]>
}
