import type { UnreadRoute } from '../../lib/service/quote-result.ts'
import { t } from '../parts/text.ts'

/** Shows a route that could not be read, with what is wrong with it; nothing can be done with it. */
export function UnreadRouteCard({ route: { kind, name, path, expected } }: { route: UnreadRoute }) {
  return (
    <li class="route-card route-unread" data-testid="route-unread" data-kind={kind}>
      <span class="route-card-head">
        <b>
          <bdi>{name || t(`routeUnread_${kind}`)}</bdi>
        </b>
        <span class="tag quiet">{t('routeUnread')}</span>
      </span>
      <span class="route-blocked">{t('routeUnreadWhy', { path, expected })}</span>
    </li>
  )
}
