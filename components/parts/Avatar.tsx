import type { Account } from '../../lib/wallet/port.ts'

/** Shows the wallet's own picture, or a colour drawn from the address. */
export function Avatar({ account }: { account: Account }) {
  const iconUrl = account.wallet?.iconUrl
  if (iconUrl?.startsWith('data:image/')) return <img class="avatar" src={iconUrl} alt="" />
  const hue = Number.parseInt(account.address.slice(2, 6), 16) % 360
  return <span class="avatar" style={{ '--hue': hue }} aria-hidden="true" />
}
