// Part of this bundle: it cannot load further parts.
import './leave-drafts.ts'
import { showEditLink } from './edit-link.ts'
import { pageAuth } from './page-auth.ts'

// The user's menu, and "Edit" for staff, on pages without an island of the session; loaded only while somebody is logged in (layouts/inline-code.ts).
const link = document.querySelector<HTMLElement>('.site-header .login')
const page = pageAuth(link?.dataset.api ?? '')
page.start({ staysAfterLogout: true })
showEditLink(page)
