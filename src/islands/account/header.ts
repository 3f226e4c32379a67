// Part of this bundle: it cannot load further parts.
import './leave-drafts.ts'
import { pageAuth } from './page-auth.ts'

// The user's menu on pages without an island of the session; loaded only while somebody is logged in (layouts/inline-code.ts).
const link = document.querySelector<HTMLElement>('.site-header .login')
pageAuth(link?.dataset.api ?? '').start({ staysAfterLogout: true })
