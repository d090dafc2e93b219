import type { AppModel } from '../../lib/models/app-model.ts'
import { ProposalStrip } from '../home/ProposalStrip.tsx'
import { AccessNotice, OfflineNotice, RestartNotice, StorageNotice } from './AccessNotice.tsx'
import { Lazy } from './Lazy.tsx'
import { t } from './text.ts'

const isStorageBroken = ({ start }: AppModel) => start.isFresh.value && start.view.value?.storage === 'broken'

export function AppNotices({ app, screenName }: { app: AppModel; screenName: string }) {
  const { accountOffered, accountProblem, isSilent, pushedProblem, ownProblem } = app.start
  return (
    <>
      {!app.isOnline.value && <OfflineNotice />}
      {app.access.missing.value.length > 0 && <AccessNotice app={app} />}
      {isSilent.value && <RestartNotice app={app} />}
      {isStorageBroken(app) && <StorageNotice app={app} />}
      {(accountOffered.value ?? accountProblem.value ?? app.reviewLeft.value) !== null && (
        <Lazy
          load={async () => {
            const { AccountOffer, AccountProblem, ReviewClosedNotice } = await import(
              '../wallet/AccountNotices.tsx'
            )
            return {
              view: () => (
                <>
                  <AccountOffer app={app} />
                  <AccountProblem app={app} />
                  <ReviewClosedNotice app={app} />
                </>
              ),
            }
          }}
        />
      )}
      {(pushedProblem.value ?? ownProblem.value) !== null && (
        <Lazy
          load={async () => {
            const { PushedProblems } = await import('./PushedProblem.tsx')
            return { view: () => <PushedProblems app={app} /> }
          }}
        />
      )}
      {screenName === 'order' && <ProposalStrip app={app} />}
    </>
  )
}

/** The titles of the displayed notices, for a screen reader. */
export function noticeTitles(app: AppModel): string {
  return [
    ...(app.isOnline.value ? [] : [t('offline')]),
    ...(app.access.missing.value.length > 0 ? [t('accessTitle')] : []),
    ...(app.start.isSilent.value ? [t('restartTitle')] : []),
    ...(isStorageBroken(app) ? [t('rescueTitle')] : []),
  ].join(' ')
}
