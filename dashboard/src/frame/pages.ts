import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconAlertSquareRounded,
  IconApps,
  IconArchive,
  IconBuilding,
  IconBuildingFactory2,
  IconCertificate,
  IconChartBar,
  IconChecklist,
  IconKey,
  IconListSearch,
  IconPlugConnected,
  IconReportSearch,
  IconRoute,
  IconSignature,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';

type AdministrationPage = 'users' | 'api-keys' | 'applications' | 'organization' | 'retention';

/** A place in the sidebar and the palette, for who has the right; those of the administration have a heading of their own. */
export type Place = {
  to:
    | '/'
    | '/overview'
    | '/quality-events'
    | '/approvals'
    | '/suppliers'
    | '/certificates'
    | '/workflows'
    | '/audit'
    | '/inspection'
    | '/webhooks'
    | '/integrations'
    | `/administration/${AdministrationPage}`;
  label: MessageDescriptor;
  icon: TablerIcon;
  right: string;
};

export const PLACES: readonly Place[] = [
  { to: '/', label: msg`My work`, icon: IconChecklist, right: 'quality-events:read' },
  { to: '/overview', label: msg`Overview`, icon: IconChartBar, right: 'quality-events:read' },
  { to: '/quality-events', label: msg`Quality events`, icon: IconAlertSquareRounded, right: 'quality-events:read' },
  { to: '/approvals', label: msg`Approvals`, icon: IconSignature, right: 'workflows:read' },
  { to: '/suppliers', label: msg`Suppliers`, icon: IconBuildingFactory2, right: 'suppliers:read' },
  { to: '/certificates', label: msg`Certificates`, icon: IconCertificate, right: 'certificates:read' },
  { to: '/workflows', label: msg`Workflows`, icon: IconRoute, right: 'workflows:read' },
  { to: '/audit', label: msg`Audit log`, icon: IconListSearch, right: 'audit-logs:read' },
  { to: '/inspection', label: msg`Inspection`, icon: IconReportSearch, right: 'audit-logs:read' },
];

export const ADMINISTRATION_PLACES: readonly Place[] = [
  { to: '/administration/users', label: msg`Users`, icon: IconUsers, right: 'admin:read' },
  { to: '/administration/api-keys', label: msg`API keys`, icon: IconKey, right: 'admin:read' },
  { to: '/administration/applications', label: msg`OAuth applications`, icon: IconApps, right: 'admin:read' },
  { to: '/administration/organization', label: msg`Organisation`, icon: IconBuilding, right: 'admin:read' },
  { to: '/administration/retention', label: msg`Retention`, icon: IconArchive, right: 'admin:read' },
  { to: '/webhooks', label: msg`Webhooks`, icon: IconWebhook, right: 'admin:read' },
  { to: '/integrations', label: msg`Integrations`, icon: IconPlugConnected, right: 'admin:read' },
];
