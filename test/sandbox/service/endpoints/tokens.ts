import { type Reply, success } from '../envelope.ts'
import type { ListedToken } from '../listed-token.ts'
import { usd } from '../money.ts'
import { Query } from '../query.ts'
import type { Call, ServiceParts } from '../service-parts.ts'
import { wireToken } from '../wire-token.ts'

const searchMax = 100

type Balances = { [chainId: string]: { [token: string]: string } }

/** GET tokens/list (interface 4.2, wire-shapes 2): trending or full, of some chains or all, with balances if asked. */
export async function tokensList(parts: ServiceParts, { params }: Call): Promise<Reply> {
  const query = new Query(params)
  const full = query.matching('list', /^(trending|full)$/, 'trending or full') === 'full'
  const requested =
    query.matching('chainIds', /^\d+(,\d+)*$/, 'chain ids joined by commas') ?? query.text('chainId')
  const chainIds = requested ? requested.split(',').map(Number) : parts.catalogue.chainIds
  const user = query.address('userAddress')
  const balances = user && (await parts.ledger.balances(user))
  const lists = chainIds.map((chainId) => {
    const tokens = parts.catalogue.tokens(chainId).filter(({ shortListed }) => full || shortListed)
    return [String(chainId), tokens.map((token) => row(parts, token, balances))] as const
  })
  return success(
    parts.serviceSettings.shape === 'interface'
      ? lists.flatMap(([, rows]) => rows)
      : Object.fromEntries(lists),
  )
}

/** GET tokens/search (interface 4.3, wire-shapes 2): by address, name or symbol. */
export async function tokensSearch(parts: ServiceParts, { params }: Call): Promise<Reply> {
  const query = new Query(params)
  const found = parts.catalogue.search(query.required('q')).slice(0, searchMax)
  const user = query.address('userAddress') ?? query.address('address')
  const balances = user && (await parts.ledger.balances(user))
  if (parts.serviceSettings.shape === 'interface')
    return success(found.map((token) => row(parts, token, balances)))
  const tokens: { [chainId: string]: unknown[] } = {}
  for (const token of found) {
    const list = tokens[token.chainId] ?? []
    tokens[token.chainId] = [...list, row(parts, token, balances)]
  }
  return success({ tokens })
}

function row(parts: ServiceParts, token: ListedToken, balances: Balances | null) {
  const plain = wireToken(token, parts.serviceSettings.shape, parts.baseUrl)
  if (parts.serviceSettings.shape === 'interface') return plain
  const flags = { ...plain, isShortListed: token.shortListed, isVerified: token.verified }
  if (!balances) return flags
  const balance = balances[token.chainId]?.[token.address.toLowerCase()] ?? '0'
  const priced = parts.catalogue.liveToken(token.chainId, token.address)
  return { ...flags, balance, balanceInUsd: priced ? usd(BigInt(balance), priced) : 0 }
}
