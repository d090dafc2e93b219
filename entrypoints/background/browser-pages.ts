import type { Deployment } from '../../lib/deployment/deployment.ts'
import { browser } from '../../lib/platform/browser.ts'
import { wait } from '../../lib/platform/wait.ts'
import type { KeyValueArea } from '../../lib/storage/local.ts'
import type { SitesPorts } from './compose-sites.ts'
import { openView } from './open-view.ts'
import { proposalNotice, showProposalNotice } from './proposal-notice.ts'
import { createProposalWindow } from './proposal-window.ts'

/** Returns what the part that pages reach stands on in this browser. */
export function browserPages(
  session: KeyValueArea,
  deployment: Deployment,
): Pick<SitesPorts, 'session' | 'tabs' | 'wait' | 'openWindow' | 'notify'> {
  const notices = {
    create: browser.notifications.create,
    clear: browser.notifications.clear,
    iconUrl: browser.runtime.getURL('icon/128.png'),
  }
  return {
    session,
    tabs: browser.tabs,
    wait,
    openWindow: createProposalWindow({ windows: browser.windows, open: openView, area: session }),
    notify: (proposal) =>
      proposal === null ? notices.clear(proposalNotice) : showProposalNotice(notices, proposal, deployment),
  }
}
