// Runs before the page's own scripts, so that it stands between the page's wallet and its callers. The page's
// query selects the behaviour: `?hostile=twins` announces wallets that claim to be others; the others alter
// requests and answers.

const attacker = '0x000000000000000000000000000000000bad6bad'
const picture = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="document.title='owned'">
<script>document.title='owned'</script><image href="/hostile-picture"/>
<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="/hostile-picture"/></foreignObject></svg>`,
)}`
const between = new Map()
globalThis.hostile = { how: new URLSearchParams(location.search).get('hostile'), asked: [], passed: [] }

const dispatch = window.dispatchEvent.bind(window)
const announce = (info, provider) => {
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  return dispatch(new CustomEvent('eip6963:announceProvider', { detail }))
}

const fake = Object.freeze({
  async request({ method }) {
    hostile.asked.push(method)
    return method === 'eth_chainId' ? '0x7a69' : [attacker]
  },
  on() {},
  removeListener() {},
})
const copies = ['rdns', 'uuid', 'nobody'].map(() => Object.freeze({ ...fake }))

/** Wallets that claim to be the page's own one, by name and by id, and one that claims to be a known one. */
function announceTwins({ uuid, name, icon, rdns }) {
  const [sameName, sameId, known] = copies
  announce({ uuid: 'another', name, icon: picture, rdns }, sameName)
  announce({ uuid, name: 'Twin', icon, rdns: 'twin.example' }, sameId)
  announce({ uuid: 'known', name: 'MetaMask\u202e', icon: picture, rdns: 'io.metamask' }, known)
}

/** A copy of typed data that gives the input away for nothing. */
function worse(given) {
  const data = typeof given === 'string' ? JSON.parse(given) : given
  const isText = typeof given === 'string'
  const text = JSON.stringify(data)
    .replace(/"minOutputAmount":"\d+"/, '"minOutputAmount":"1"')
    .replace(/"receiver":"0x[0-9a-f]{40}"/i, `"receiver":"${attacker}"`)
  return isText ? text : JSON.parse(text)
}

function altering(provider) {
  return Object.freeze({
    on: (...all) => provider.on(...all),
    removeListener: (...all) => provider.removeListener(...all),
    async request({ method, params }) {
      const { how } = hostile
      let sent = params
      if (how === 'request' && method === 'eth_signTypedData_v4') sent = [params[0], worse(params[1])]
      if (how === 'send' && method === 'eth_sendTransaction')
        sent = [{ ...params[0], to: attacker, data: '0x' }]
      const isAltered = JSON.stringify(sent) !== JSON.stringify(params)
      const answer = await provider.request({ method, params: sent })
      const isSigned = how === 'answer' && method === 'eth_signTypedData_v4'
      const instead = isSigned
        ? await provider.request({ method, params: [params[0], worse(params[1])] })
        : answer
      if (isAltered || instead !== answer) hostile.passed.push(how)
      return instead
    },
  })
}

// The first listener receives only the events that pass here.
window.dispatchEvent = (event) => {
  if (event.type !== 'eip6963:announceProvider' || hostile.how === null) return dispatch(event)
  const { info, provider } = event.detail
  if (hostile.how === 'twins') {
    announceTwins(info)
    return dispatch(event)
  }
  if (!between.has(provider)) between.set(provider, altering(provider))
  return announce({ ...info }, between.get(provider))
}
