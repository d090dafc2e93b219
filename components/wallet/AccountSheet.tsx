import { addressLink } from '../../lib/base/explorer-link.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { AddressLink, ChunkedAddress, Fact, TextFact } from '../parts/IdFact.tsx'
import { Avatar } from '../parts/Picture.tsx'
import { Sheet } from '../parts/Sheet.tsx'
import { t } from '../parts/text.ts'

export function AccountSheet({ app }: { app: AppModel }) {
  const account = app.start.account.value
  const chain = app.start.chainOf(account?.chainId)
  return (
    <Sheet title={t('account')} onClose={app.closeSheet}>
      {account === null ? (
        <p class="hint">{t('accountNone')}</p>
      ) : (
        <>
          <div class="card stack">
            <div class="line loose">
              <Avatar account={account} />
              <div>
                <b>{account.wallet?.name ?? t('watching')}</b>
                <p class="long-hex">
                  <ChunkedAddress text={account.address} />
                  <CopyButton label={t('copyAddress')} read={() => account.address} />
                </p>
              </div>
            </div>
            <dl class="facts">
              <TextFact name={t('chain')} text={chain?.name ?? t('chainOther')} />
              {account.wallet !== null && (
                <Fact name={t('walletShows')}>
                  <code>{account.wallet.origin}</code>
                </Fact>
              )}
            </dl>
            <AddressLink link={addressLink(chain, account.address)} testId="account-explorer" />
          </div>
          {account.wallet === null && <p class="hint">{t('watchText')}</p>}
          {account.isLocked === true && <p class="hint">{t('accountLockedText')}</p>}
          <div class="buttons">
            <Button
              look="secondary"
              testId={account.wallet === null ? 'connect-instead' : 'wallet-switch'}
              onPress={() => app.openSheet({ name: 'wallets' })}
            >
              {t(account.wallet === null ? 'form_connect' : 'walletSwitch')}
            </Button>
            <Button
              look="secondary"
              testId="disconnect"
              onPress={() => {
                app.closeSheet()
                void app.start.disconnect()
              }}
            >
              {t(account.wallet === null ? 'watchStop' : 'disconnect')}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  )
}
