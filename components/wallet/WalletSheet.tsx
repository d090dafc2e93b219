import type { AppModel } from '../../lib/models/app-model.ts'
import type { WalletsModel } from '../../lib/models/wallets-model.ts'
import type { WalletOffer } from '../../lib/wallet/account.ts'
import { TabWarning } from '../order/TabWarning.tsx'
import { LineField } from '../parts/LineField.tsx'
import { Problem } from '../parts/Problem.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { t } from '../parts/text.ts'
import { TabWallets } from './TabWallets.tsx'
import { WalletRow } from './WalletRow.tsx'
import { WalletSearch } from './WalletSearch.tsx'

/** Shows the wallets that are really there; nothing asks before one is chosen. */
export function WalletSheet({ app, model }: { app: AppModel; model: WalletsModel }) {
  const offers = model.offers.value
  const isLooking = model.isLooking.value
  const problem = model.problem.value
  function pick(offer: WalletOffer): void {
    if (offer.state === 'needsPermission') {
      void model.allow(offer)
      return
    }
    use(offer)
  }
  function use({ way, id, tab }: WalletOffer): void {
    app.closeSheet()
    void app.start.connect({ way, id, ...(tab === undefined ? {} : { tab }) })
  }
  async function watch(text: string): Promise<void> {
    if (await model.watch(text)) app.closeSheet()
  }
  const { warned } = model.tabs
  if (warned.value !== null) {
    const offer = warned.value
    return (
      <Sheet key="warning" title={t('tabWarning')} onClose={app.closeSheet}>
        <TabWarning offer={offer} onUse={() => use(offer)} onLeave={model.tabs.leave} />
      </Sheet>
    )
  }
  return (
    <Sheet key="wallets" title={t('walletChoose')} onClose={app.closeSheet}>
      {problem !== null && <Problem problem={problem} />}
      {offers !== null && (
        <div class="wallet-list" data-testid="wallet-list">
          {offers.map((offer) => (
            <WalletRow
              key={`${offer.way} ${offer.tab?.tabId} ${offer.id}`}
              offer={offer}
              isLooking={isLooking}
              onPick={() => pick(offer)}
            />
          ))}
        </div>
      )}
      {problem === null && <WalletSearch model={model} />}
      <details class="more-ways" open={model.tabs.offers.value !== null}>
        <summary data-testid="wallet-more">{t('walletMore')}</summary>
        <TabWallets model={model.tabs} />
        <LineField
          name="extension-add"
          label={t('extensionAdd')}
          action={t('add')}
          placeholder={t('extensionId')}
          problem={model.extensionProblem.value}
          onSend={(text) => void model.addExtension(text)}
        />
        <LineField
          name="watch-address"
          label={t('watchTitle')}
          action={t('watchStart')}
          placeholder="0x…"
          problem={model.watchProblem.value}
          onSend={(text) => void watch(text)}
        />
      </details>
    </Sheet>
  )
}
