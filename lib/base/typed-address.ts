import { type AddressFormat, isAddress } from './hex.ts'
import { Problem } from './problem.ts'
import { toDisplayedText } from './typed-text.ts'

/**
 * Short names of chains (ERC-3770), which Safe writes in front of a copied address. The source is `shortName` in the
 * files `_data/chains/eip155-*.json` of github.com/ethereum-lists/chains; 137 was `matic` before. Another chain may have
 * the name that a chain is known by: `blast` is 238. Any other name is refused, because Ferry does not know its chain.
 */
const chainIds: { readonly [shortName: string]: number | undefined } = {
  'arb-nova': 42170,
  arb1: 42161,
  aurora: 1313161554,
  avax: 43114,
  base: 8453,
  basesep: 84532,
  berachain: 80094,
  blastmainnet: 81457,
  bnb: 56,
  celo: 42220,
  eth: 1,
  fraxtal: 252,
  ftm: 250,
  gno: 100,
  ink: 57073,
  linea: 59144,
  manta: 169,
  mantle: 5000,
  matic: 137,
  mbeam: 1284,
  mode: 34443,
  mriver: 1285,
  obnb: 204,
  oeth: 10,
  pol: 137,
  scr: 534352,
  sep: 11155111,
  sonic: 146,
  unichain: 130,
  wc: 480,
  zkevm: 1101,
  zksync: 324,
  zora: 7777777,
}

/**
 * Returns the address in a typed or pasted text: the plain address, one after its chain's short name (`eth:0x…`,
 * ERC-3770), or one in a link (`ethereum:0x…@1`, ERC-681). It does not verify that the address can receive.
 *
 * Throws `addressInvalid` if the text names another chain than `chainId`. A link for a payment or a call is not an
 * address: it may hold a token's contract.
 */
export function parseAddress(
  text: string,
  { chainId, form }: { chainId: number; form: AddressFormat },
): string {
  const shown = toDisplayedText(text).trim()
  const [, prefix = '', address = '', linked] =
    /^([a-z][a-z0-9-]*):(?:pay-)?(0x[0-9a-f]{40})(?:@([0-9]{1,15}))?$/i.exec(shown) ?? []
  if (!isAddress(address)) return shown
  const isLink = prefix.toLowerCase() === 'ethereum'
  if (!isLink && linked !== undefined) return shown
  const named = isLink ? Number(linked ?? chainId) : chainIds[prefix.toLowerCase()]
  if (form === 'evm' && named === chainId) return address
  throw new Problem('addressInvalid', {
    facts: { prefix: linked === undefined ? prefix : `${prefix}@${linked}` },
  })
}
