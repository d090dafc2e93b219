import { t } from '../../components/parts/text.ts'
import type { Deployment } from '../../lib/deployment/deployment.ts'
import type { Proposal } from '../../lib/sites/proposal.ts'
import { siteName } from '../../lib/sites/sites.ts'
import { noticeTitle } from './notice-text.ts'

/** One notification for all proposals: a newer one takes the older one's place (M5). */
export const proposalNotice = 'proposal'

/** The bits of `browser.notifications` and of our files that are used. */
export interface NoticeApi {
  readonly create: (
    id: string,
    options: { type: 'basic'; iconUrl: string; title: string; message: string },
  ) => Promise<unknown>
  readonly clear: (id: string) => Promise<unknown>
  readonly iconUrl: string
}

/** Says quietly that a site proposes a swap; a click opens it. */
export async function showProposalNotice(
  api: NoticeApi,
  { origin }: Proposal,
  deployment: Pick<Deployment, 'service'>,
): Promise<void> {
  const { unicode } = siteName(origin)
  const site = unicode === null ? origin : `${unicode} (${origin})`
  await api.create(proposalNotice, {
    type: 'basic',
    iconUrl: api.iconUrl,
    title: noticeTitle(t('notice_proposal'), deployment),
    message: t('notice_proposal_text', { site }),
  })
}
