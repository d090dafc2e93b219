import type { AccessModel } from '../../lib/models/start-model.ts'
import { Icon } from './Icon.tsx'
import { t } from './text.ts'

/** Says which hosts the browser keeps from Ferry, what that means for running swaps, and asks for them again. */
export function AccessNotice({ access }: { access: AccessModel }) {
  return (
    <section class="problem warning access" role="alert" data-testid="access-missing">
      <Icon name="warning" />
      <div class="problem-words">
        <h2 class="problem-what">{t('accessTitle')}</h2>
        <p>{t('accessText')}</p>
        <ul>
          {access.missing.value.map((pattern) => (
            <li key={pattern}>
              <code>{pattern.replace(/\/\*$/, '')}</code>
            </li>
          ))}
        </ul>
        {access.isRefused.value && <p role="status">{t('accessRefused')}</p>}
        <button
          type="button"
          class="secondary"
          data-testid="access-allow"
          onClick={() => void access.allow()}
        >
          {t('accessAllow')}
        </button>
      </div>
    </section>
  )
}
