import type { WalletRef } from '../../lib/wallet/port.ts'
import { Icon, type IconName } from './Icon.tsx'

/** A wallet that is named by its host gets a plain icon. */
export function WalletMark({ wallet }: { wallet: Pick<WalletRef, 'name' | 'iconUrl'> }) {
  const { name, iconUrl } = wallet
  if (iconUrl?.startsWith('data:image/')) return <img class="avatar" src={iconUrl} alt="" />
  return <NameMark name={name} icon="wallet" />
}

/** The first letter of a name; the icon if the name begins with no letter. */
export function NameMark({ name, icon }: { name: string; icon: IconName }) {
  return (
    <span class="wallet-mark" aria-hidden="true">
      {/^\p{L}/u.test(name) ? [...name][0]?.toUpperCase() : <Icon name={icon} />}
    </span>
  )
}
