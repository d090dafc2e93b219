import { t } from '../parts/text.ts'

/** Returns a route's name for people, from the key that names it over quotes. */
export function routeText(routeKey: string): string {
  const [kind, first = '', second = ''] = routeKey.replace(/#\d+$/, '').split(':')
  if (kind === 'deposit') return t('routeDeposit')
  if (kind === 'auto') return second || t('routeAutomatic')
  return first || second || t('routeAutomatic')
}
