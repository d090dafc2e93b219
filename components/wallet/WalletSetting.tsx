import { shortenHex } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { Button } from '../parts/Button.tsx'
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
          <Button
            look="secondary"
            testId="settings-connect"
            isDisabled={isConnecting.value}
            onPress={() => app.openSheet({ name: 'wallets' })}
          >
            {isConnecting.value ? t('connecting') : t('form_connect')}
          </Button>
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
          <Button look="secondary" testId="settings-disconnect" onPress={app.start.disconnect}>
            {t(connected.wallet === null ? 'watchStop' : 'disconnect')}
          </Button>
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
            <Button
              look="plain"
              testId={`extension-remove-${id}`}
              aria-label={t('extensionRemove', { id })}
              onPress={() =>
                void app.start.saveSettings({ walletExtensionIds: ids.filter((one) => one !== id) })
              }
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
