import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconAlertSquareRounded,
  IconBuildingFactory2,
  IconCertificate,
  IconChartBar,
  IconChecklist,
  IconListSearch,
  IconSignature,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';

/** A place in the sidebar and the palette, for who has the right. */
export type Place = {
  to: '/' | '/overview' | '/quality-events' | '/approvals' | '/suppliers' | '/certificates' | '/audit' | '/webhooks';
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
  { to: '/audit', label: msg`Audit log`, icon: IconListSearch, right: 'audit-logs:read' },
  { to: '/webhooks', label: msg`Webhooks`, icon: IconWebhook, right: 'admin:read' },
];
