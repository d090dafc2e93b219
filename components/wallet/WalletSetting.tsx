import { shortenHex } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'

import { Fact } from '../parts/IdFact.tsx'
import { Avatar } from '../parts/Picture.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { t } from '../parts/text.ts'

export function WalletSetting({ app }: { app: AppModel }) {
  const { account, accountProblem, isConnecting } = app.start
  const connected = account.value
  return (
    <section class="card" aria-label={t('wallet')}>
      {accountProblem.value !== null && <ProblemNotice problem={accountProblem.value} omitsMoney />}
      {connected === null ? (
        <>
          <p class="faint">{t('walletNoneYet')}</p>
          <button
            type="button"
            class="secondary"
            data-testid="settings-connect"
            disabled={isConnecting.value}
            onClick={() => app.openSheet({ name: 'wallets' })}
          >
            {isConnecting.value ? t('connecting') : t('form_connect')}
          </button>
        </>
      ) : (
        <>
          <div class="line loose">
            <Avatar account={connected} />
            <p class="row-words breaks">
              <b>{connected.wallet?.name ?? t('watching')}</b>{' '}
              <span class="faint numbers">{shortenHex(connected.address)}</span>
            </p>
          </div>
          {connected.wallet !== null && (
            <dl class="facts">
              <Fact name={t('walletConnection')}>{t(`walletKind_${connected.wallet.connector}`)}</Fact>
              <Fact name={t('walletShows')}>
                <code>{connected.wallet.origin}</code>
              </Fact>
            </dl>
          )}
          <p class="faint">{t(connected.wallet === null ? 'watchText' : 'walletMay')}</p>
          <button
            type="button"
            class="secondary"
            data-testid="settings-disconnect"
            onClick={() => void app.start.disconnect()}
          >
            {t(connected.wallet === null ? 'watchStop' : 'disconnect')}
          </button>
        </>
      )}
      <ExtensionIds app={app} />
    </section>
  )
}

function ExtensionIds({ app }: { app: AppModel }) {
  const { walletExtensionIds: ids } = app.start.settings.value
  if (ids.length === 0) return null
  return (
    <>
      <h2 class="label">{t('extensionsAdded')}</h2>
      <ul>
        {ids.map((id) => (
          <li key={id} class="line between">
            <code>
              <bdi>{id}</bdi>
            </code>
            <button
              type="button"
              class="plain"
              data-testid={`extension-remove-${id}`}
              aria-label={t('extensionRemove', { id })}
              onClick={() =>
                void app.start.saveSettings({ walletExtensionIds: ids.filter((one) => one !== id) })
              }
            >
              {t('remove')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
