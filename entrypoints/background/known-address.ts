import type { Address } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { Background } from './compose.ts'

/** The address of the connected account, or of the one that is watched. Throws `walletNotConnected`. */
export async function knownAddress({ account }: Pick<Background, 'account'>): Promise<Address> {
  const known = await account.get()
  if (known === null) throw new Problem('walletNotConnected')
  return known.address
}
