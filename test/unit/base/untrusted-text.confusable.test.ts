import { describe, expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import { skeletonOf } from '../../../lib/base/untrusted-text.ts'
import type { Token } from '../../../lib/service/token.ts'
import { configureToken } from '../../../lib/tokens/configure-token.ts'
import { deployment } from '../../harness/chains.ts'

const known = ['USDC', 'DAI', 'WETH', 'USDT', 'LINK', 'TUSD'] as const

/** Letters of other scripts and signs that resemble these. */
const drawn: { readonly [letter: string]: string } = {
  U: 'ɄʉՍUꓴＵ𝐔𝖴ÚÜŬŪ',
  S: 'ЅᏚꓢＳ𝐒𝖲ŚŞ5$',
  D: 'ÐðᶑᎠꓓＤ𝐃𝖣ĎĐԀᗪ'.replace('ᗪ', 'ԁ'),
  C: 'ȻȼꞒꞓꞔСᏟꓚＣ𝐂𝖢ĆÇϹс',
  A: 'АΑꓮＡ𝐀𝖠ÁÄ4@',
  I: 'lІΙ1|Ｉ𝐈𝖨Íӏ',
  W: 'ԜᏔꓪＷ𝐖𝖶ŴẂѡա',
  E: 'ЕΕꓰＥ𝐄𝖤ÉËĘ3',
  T: 'ТΤꓔＴ𝐓𝖳ŤŢꭲ7',
  H: 'НΗꓧＨ𝐇𝖧Ĥһհʜ',
  L: 'ᏞꓡＬ𝐋𝖫ĹI1|ӏ',
  N: 'ΝꓠＮ𝐍𝖭ŃÑпոŇ',
  K: 'КΚꓗＫ𝐊𝖪ĶᏦкκ',
}

const forged = known.flatMap((symbol) =>
  [...symbol].flatMap((letter, at) =>
    [...(drawn[letter] ?? '')].map((other) => symbol.slice(0, at) + other + symbol.slice(at + 1)),
  ),
)

describe('names that resemble a well-known one (L1)', () => {
  test(`each of ${forged.length} is flagged`, () => {
    expect(forged.length).toBeGreaterThanOrEqual(200)
    const missed = forged.filter((text) => !known.some((one) => skeletonOf(one) === skeletonOf(text)))
    expect(missed).toEqual([])
  })

  test.each(['U\u200bSDC', 'USDC\u202e', 'U S D C', 'USDC.', '\u0627\u200fUSDC'.slice(1), 'usdc', 'vvETH'])(
    '%j has the skeleton of a well-known name',
    (text) => {
      expect(known.map(skeletonOf)).toContain(skeletonOf(text))
    },
  )

  test('different well-known names have different skeletons, and other names have others', () => {
    expect(new Set(known.map(skeletonOf)).size).toBe(known.length)
    for (const other of ['USDC.e', 'USDB', 'WBTC', 'LINKS', 'SUSHI', 'TETH', '']) {
      expect(known.map(skeletonOf)).not.toContain(skeletonOf(other))
    }
  })
})

describe('a token compared with the deployment file', () => {
  const [chain] = deployment.chains
  const real = chain?.verifiedTokens.find(({ symbol }) => symbol === 'USDC')
  const token: Token = {
    chainId: chain?.chainId ?? 0,
    address: '0x00000000000000000000000000000000000000ee',
    name: 'A coin',
    symbol: 'ABC',
    decimals: 6,
    logoURI: null,
    isVerified: true,
  }

  test.each([
    ['by its symbol', { symbol: 'USDC' }],
    ['by another letter', { symbol: 'UЅDC' }],
    ['by its name', { name: 'US DC' }],
    ['on a chain that is not in the file', { chainId: 1, symbol: 'USDC', isVerified: false }],
    ['on a chain without a pin whose list vouches for it', { chainId: 1, symbol: 'USDC' }],
    ['as the coin of such a chain', { chainId: 1, symbol: 'USDC', address: nativeAddress }],
    ['by the full name of the real one', { name: real?.name ?? '' }],
  ])('with a forged name is flagged %s', (_, part) => {
    const configured = configureToken(deployment, { ...token, ...part })
    expect(configured).toMatchObject({ isVerified: false, imitates: 'USDC' })
  })

  test('that is verified, or resembles no verified one, is not flagged', () => {
    const own = { ...token, symbol: 'USDC', address: real?.address ?? '' }
    expect(configureToken(deployment, own)).toEqual({ ...own, name: real?.name, isVerified: true })
    expect(configureToken(deployment, token)).toEqual({ ...token, isVerified: false })
    const elsewhere = { ...token, chainId: 1 }
    expect(configureToken(deployment, elsewhere)).toEqual({ ...elsewhere, isVerified: false })
  })
})
